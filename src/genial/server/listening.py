"""Bind the port that the server listens at."""

from __future__ import annotations

import socket


def bind(host: str, port: int) -> socket.socket:
    """Return a socket that is bound to an address; raise OSError if it cannot be."""
    bound = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((host, port))
    except BaseException:
        bound.close()
        raise
    return bound
