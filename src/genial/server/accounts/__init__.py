"""Accounts: names, passwords, sessions, tokens, moderation and deletion."""
