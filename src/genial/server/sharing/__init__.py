"""Sharing: pictures, link previews, embedded boards and printable score sheets."""
