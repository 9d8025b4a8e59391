"""WebSockets over TCP: uvicorn's protocol, with limits on work and on what is kept."""

from __future__ import annotations

from typing import Any

from websockets.frames import CloseCode, Frame, Opcode
from websockets.protocol import State

from genial.server.limits import Budget
from genial.server.live.connection import TOO_MUCH
from genial.server.transport.connections import OpenConnections
from genial.server.transport.direct_texts import DirectTextsProtocol
from genial.server.transport.http import SLICE, cut
from genial.server.transport.incoming import Incoming

_MOST_UNASKED = 16  # messages of a socket that are read before they are asked for
_FRAMES, _FRAMES_A_SECOND = 500, 100  # of any kind that a client may send
_MOST_PARTS = 128  # frames of one message
_LINGER = 2.0  # seconds to read why a socket was closed that has sent too much
_GOODBYE = 5.0  # seconds to read what was sent before a socket was closed

_PONG = bytes((0x80 | Opcode.PONG,))


class WebSocketProtocol(DirectTextsProtocol):
    """Like its parent, but every frame counts, and a client that does not read is cut off."""

    # Most sockets never have their own: it would be kept for each of them.
    _pong = b""  # that is owed to a client which reads too slowly
    _rest = b""  # that is not parsed yet, because many messages wait
    _is_failed = False

    def __init__(self, connections: OpenConnections, **options: Any) -> None:
        super().__init__(**options)
        self.queue: Any = Incoming(self.loop)
        self._open = connections
        self.budget = Budget(_FRAMES, _FRAMES_A_SECOND)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection that is gone."""
        self._open.close(self.transport)
        super().connection_lost(exc)

    # --- receiving

    def data_received(self, data: bytes) -> None:
        """Parse frames, a little at a time, and no more while messages wait to be asked for."""
        text = self.whole_text(data)
        if text is not None and not (self._rest or self.read_paused or self._is_failed):
            self._take_text(text)
            return
        if self._rest:
            data = self._rest + data
            del self._rest
        for start in range(0, len(data), SLICE):
            if self._is_failed or self.transport.is_closing():
                return
            if self.read_paused:
                self._rest = data[start:]
                return
            super().data_received(data[start : start + SLICE])

    def _take_text(self, text: str) -> None:
        """Take a text that the library did not have to parse: a frame like any other."""
        if not self.budget.spend(1):
            self._fail(TOO_MUCH, "frames of a socket")
        elif not self.close_sent and not self.transport.is_closing():
            self._put({"type": "websocket.receive", "text": text})

    async def receive(self) -> Any:
        """Return the next message; when none is left, go on parsing."""
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self.transport.resume_reading()
        if self._rest and not self.read_paused:
            self.data_received(b"")
        return message

    def handle_events(self) -> None:
        """Take frames, as long as there are not too many."""
        if self.budget.spend(len(self.conn.events)):
            super().handle_events()
        else:
            self._fail(TOO_MUCH, "frames of a socket")

    def handle_cont(self, event: Frame) -> None:
        """Take a part of a message."""
        if len(self.frames) < _MOST_PARTS:
            super().handle_cont(event)
        else:
            self._fail(CloseCode.MESSAGE_TOO_BIG, "parts of a message")

    def _fail(self, code: int, limit: str) -> None:
        """Close a socket that has reached a limit; what it still sends is thrown away unread."""
        if self._is_failed:
            return
        self._is_failed = True
        self._open.reach(limit)
        self.conn.events, self.conn.writes = [], []
        if self.conn.state is State.OPEN and not self.close_sent:
            self.conn.fail(code)
            self.close_sent = True
            self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": ""})
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.write_eof()
        # If we hung up at once, the system would throw away the code before the client has read it.
        self.close_timer = self.loop.call_later(_LINGER, cut, self.transport)
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    def handle_parser_exception(self) -> None:
        """Tell the client what was wrong with its frames; before the handshake, hang up."""
        if self.conn.close_sent is None:
            cut(self.transport)
        else:
            super().handle_parser_exception()

    def handle_ping(self) -> None:
        """Answer pings; to a client that reads slowly only the last of them (RFC 6455, 5.5.3)."""
        frames = self.conn.data_to_send()
        if not self.writable.is_set():
            pongs = [frame for frame in frames if frame.startswith(_PONG)]
            self._pong = pongs[-1] if pongs else self._pong
            frames = [frame for frame in frames if not frame.startswith(_PONG)]
        self.transport.write(b"".join(frames))

    def send_receive_event_to_app(self) -> None:
        """Pass a message on; a client that sends many before any is read must wait."""
        data, self.frames = b"".join(self.frames), []
        if self.close_sent:
            return
        if self.curr_msg_data_type == "text":
            try:
                self._put({"type": "websocket.receive", "text": data.decode()})
            except UnicodeDecodeError:  # not worth a line in the log
                self.conn.fail(CloseCode.INVALID_DATA)
                self.handle_parser_exception()
                return
        else:
            self._put({"type": "websocket.receive", "bytes": data})

    def _put(self, message: Any) -> None:
        """Keep a message for the application; many of them make the client wait."""
        self.queue.put_nowait(message)
        if self.queue.qsize() >= _MOST_UNASKED and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    # --- sending

    def resume_writing(self) -> None:
        """Go on sending to a client that has read."""
        super().resume_writing()
        if self._pong:
            if self.conn.state is State.OPEN:
                self.transport.write(self._pong)
            del self._pong

    async def send(self, message: Any) -> None:
        """Send a message; the last one even to a client that does not read."""
        if message["type"] == "websocket.close":
            self.writable.set()
        await super().send(message)
        if message["type"] == "websocket.accept":
            self.request.headers.clear()  # much to keep for nothing, a socket each
            del self.request, self.response

    def keepalive_timeout(self) -> None:
        """Give up on a client that does not answer, even if it does not read either."""
        super().keepalive_timeout()
        self.loop.call_later(_GOODBYE, cut, self.transport)

    async def run_asgi(self) -> None:
        """Serve one client, and cut the connection soon after that."""
        await super().run_asgi()
        self.loop.call_later(_GOODBYE, cut, self.transport)
