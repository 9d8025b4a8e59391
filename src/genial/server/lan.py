"""Play at home: the server's address in the local network, and a QR code of it for a terminal."""

from __future__ import annotations

import contextlib
import ipaddress
import socket

import segno

from genial.core.errors import BadOption

ANY = "0.0.0.0"
LOOPBACK = ("127.0.0.1", "localhost", "::1")

# An address that belongs to nobody (RFC 5737). Nothing is sent to it.
_ELSEWHERE = ("192.0.2.1", 9)
_BLACK_ON_WHITE, _PLAIN = "\x1b[30;107m", "\x1b[0m"
_HALVES = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}  # dark above, dark below


def address_for_phones(host: str, port: int) -> str:
    """Return where other devices find a server that listens here; raise BadOption.

    >>> address_for_phones("192.168.1.5", 8000)
    'http://192.168.1.5:8000'
    """
    if host in (ANY, "::"):
        host = _own_address()
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}"


def _own_address() -> str:
    """Return this machine's address in its network; raise BadOption if it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)  # chooses the way out, and with it our own address
            found = [str(probe.getsockname()[0])]
        except OSError:
            found = []
    with contextlib.suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None)]
    for address in found:
        kind = ipaddress.ip_address(address.partition("%")[0])
        if kind.version == 4 and not (kind.is_loopback or kind.is_unspecified):
            return address
    raise BadOption("this machine seems to be in no network; name its address with --host")


def qr_lines(text: str, *, with_colours: bool) -> list[str]:
    """Return a QR code as lines for a terminal, two rows of it in each.

    With colours it is black on white, however the terminal is set; without, it is for light ones.

    >>> len(qr_lines("http://192.168.1.5:8000/", with_colours=False)[0])
    29
    """
    code = segno.make(text, micro=False)
    rows = [list(row) for row in code.matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    lines = [
        "".join(_HALVES[int(up), int(down)] for up, down in zip(above, below, strict=True))
        for above, below in zip(rows[::2], rows[1::2], strict=True)
    ]
    return [f"{_BLACK_ON_WHITE}{line}{_PLAIN}" for line in lines] if with_colours else lines
