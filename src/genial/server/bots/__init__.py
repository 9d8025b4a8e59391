"""Bots on the server: playing at tables, giving hints, and taking a seat on another server."""
