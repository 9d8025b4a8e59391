"""Attacks on a real server of our own: floods, slow peers, texts that look right and are not."""
