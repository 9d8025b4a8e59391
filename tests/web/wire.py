"""A connection that can be cut and mended, and can be slow: it stands before a server."""

from __future__ import annotations

import contextlib
import socket
import threading
import time

from tests.server.parts import free_port


class Wire:
    """Passes on what goes to a port on this machine, and what comes back."""

    def __init__(self, port: int) -> None:
        self._to = port
        self.port = free_port()
        self.delay = 0.0  # seconds that everything takes longer
        self.swaps: dict[bytes, bytes] = {}  # what is passed on as something else of its length
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._listening: socket.socket | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Wire:
        self.mend()
        return self

    def __exit__(self, *_: object) -> None:
        self.cut()

    def mend(self) -> None:
        """From now on there is a connection."""
        listening = socket.socket()
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(("127.0.0.1", self.port))
        listening.listen(64)
        self._listening = listening
        threading.Thread(target=self._accept, args=[listening], daemon=True).start()

    def cut(self) -> None:
        """Cut all connections, and refuse new ones."""
        if self._listening is not None:
            self._listening.close()
            self._listening = None
            with (
                contextlib.suppress(OSError),
                socket.socket() as last,
            ):  # wakes the thread that accepts
                last.settimeout(0.2)
                last.connect(("127.0.0.1", self.port))
        with self._lock:
            for one in self._open:
                with contextlib.suppress(OSError):
                    one.shutdown(socket.SHUT_RDWR)

    def _accept(self, listening: socket.socket) -> None:
        while True:
            try:
                here, _ = listening.accept()
            except OSError:
                return
            if self._listening is not listening:
                here.close()
                return
            try:
                there = socket.create_connection(("127.0.0.1", self._to))
            except OSError:
                here.close()
                continue
            with self._lock:
                if self._listening is not listening:  # cut while the connection was being made
                    here.close()
                    there.close()
                    return
                self._open |= {here, there}
            for one, other in ((here, there), (there, here)):
                threading.Thread(target=self._carry, args=[one, other], daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while piece := one.recv(65536):
                time.sleep(self.delay)
                for old, new in self.swaps.items():
                    piece = piece.replace(old, new)
                other.sendall(piece)
        for end in (one, other):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        with self._lock:
            if one in self._open:
                self._open.remove(one)
                one.close()
