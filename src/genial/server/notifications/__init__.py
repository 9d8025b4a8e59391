"""Notifications for players who are away: Web Push, e-mail and a webhook."""
