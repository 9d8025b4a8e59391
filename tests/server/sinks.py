"""Where a server's messages end up: an HTTP and an SMTP server that keep what they get."""

from __future__ import annotations

import queue
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple


class Posted(NamedTuple):
    """What was posted."""

    path: str
    headers: dict[str, str]
    body: bytes


class HttpSink:
    """Keeps what is posted; answers with a given status."""

    def __init__(self) -> None:
        self.got: queue.Queue[Posted] = queue.Queue()
        self.status = 201
        sink = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                headers = {key.lower(): value for key, value in self.headers.items()}
                self.send_response(sink.status)
                self.send_header("content-length", "0")
                self.end_headers()
                sink.got.put(Posted(self.path, headers, body))

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server.server_address[1]}"


class SmtpSink:
    """Keeps the mail it gets."""

    def __init__(self) -> None:
        self.got: queue.Queue[str] = queue.Queue()
        sink = self

        class Handler(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                self.wfile.write(b"220 sink\r\n")
                while line := self.rfile.readline():
                    word = line.strip().upper()[:4]
                    if word == b"EHLO":
                        self.wfile.write(b"250-sink\r\n250 8BITMIME\r\n")
                    elif word == b"DATA":
                        self.wfile.write(b"354 go on\r\n")
                        text = b""
                        while (part := self.rfile.readline()) != b".\r\n":
                            text += part
                        self.wfile.write(b"250 kept\r\n")
                        sink.got.put(text.decode())
                    elif word == b"QUIT":
                        self.wfile.write(b"221 bye\r\n")
                        return
                    else:
                        self.wfile.write(b"250 fine\r\n")

        self.server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True

    @property
    def address(self) -> str:
        return f"smtp://127.0.0.1:{self.server.server_address[1]}/?from=genial@club.example"


@contextmanager
def listening(*sinks: HttpSink | SmtpSink) -> Iterator[None]:
    """Let sinks run."""
    threads = [threading.Thread(target=sink.server.serve_forever, daemon=True) for sink in sinks]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        for sink in sinks:
            sink.server.shutdown()
            sink.server.server_close()
        for thread in threads:
            thread.join()
