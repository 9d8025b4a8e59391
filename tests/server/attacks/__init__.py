"""Attacks on a server of our own: floods, slow peers, texts that look right and are not."""
