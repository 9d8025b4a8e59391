"""Telling people who are away: Web Push, e-mail, and a webhook of the host's."""
