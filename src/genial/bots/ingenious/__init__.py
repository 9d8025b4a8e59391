"""Bots for Ingenious."""
