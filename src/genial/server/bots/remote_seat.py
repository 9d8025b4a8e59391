"""Let a bot of this machine play at a table of a server elsewhere, until the game is over."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import NoReturn
from urllib.parse import urlsplit

import httpx
import msgspec
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection, connect

import genial
from genial.arena.play import Guest, failure
from genial.bots import Bot, Clock
from genial.core.chance import NONCE_BYTES
from genial.core.game import Game
from genial.core.view import PlainData, View
from genial.games import kit
from genial.server.errors import ErrorBody, Refusal
from genial.server.live import protocol
from genial.server.live.protocol import Done, FromClient, Refused
from genial.server.tables.events import Free
from genial.server.tables.messages import News, Situation

Print = Callable[[str], None]

_PATIENCE = 300.0  # seconds that the server may be unreachable
_FIRST_WAIT, _LONGEST_WAIT = 0.2, 10.0  # seconds between two tries
_LARGEST = 4 * 2**20  # bytes of a message
_FINAL_CODES = (4401, 4403)  # close codes after which no new connection will do
_TEMPORARY = {"stale", "busy", "storage-failure", "too-much", "not-yet"}  # codes of refusals


class ServerUnavailable(Refusal):
    """The server cannot be reached, or refuses the connection."""

    code = "lost"


class Forfeited(Refusal):
    """The bot failed and has resigned."""

    code = "forfeited"


class Result(msgspec.Struct, frozen=True):
    """How the game ended, and which seat the bot had."""

    seat: int
    how: str
    ranks: tuple[int, ...] | None


class _Head(msgspec.Struct):
    """The kind of a message; those of newer servers may be unknown."""

    type: str


class _Views(msgspec.Struct):
    """The views in a message as they were sent: with the fields of their game."""

    views: dict[int, msgspec.Raw] = {}


_decode_head = msgspec.json.Decoder(_Head).decode
_decode_views = msgspec.json.Decoder(_Views).decode
_decode_situation = msgspec.json.Decoder(Situation).decode
_decode = msgspec.json.Decoder(Situation | News | Refused | Done).decode
_KNOWN = ("situation", "news", "refused", "done")


class RemoteSeat:
    """A seat at a table, from taking it to the end of the game."""

    def __init__(self, address: str, token: str, table: str, *, say: Print) -> None:
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ServerUnavailable(
                f"{address} is not the URL of a server, such as https://genial.example"
            )
        self._base = f"{parts.scheme}://{parts.netloc}"
        self._live = f"{'wss' if parts.scheme == 'https' else 'ws'}://{parts.netloc}/api/live/v1"
        self._headers = {"Authorization": f"Bearer {token}"}
        self._table, self._say = table, say
        self.seat = 0
        self._log: list[str] = []
        self._beginning: dict[str, PlainData] | msgspec.UnsetType = msgspec.UNSET  # of a view
        self._increment = 0.0
        self._moved_after = 0  # the event after which we sent a move on this connection
        self._chosen = (0, "")  # an event and the move after it, to send it again if necessary

    def sit(self, seat: int | None = None) -> Game:
        """Take a seat, unless we have one; return the table's game. Raise GenialError."""
        with httpx.Client(base_url=self._base, headers=self._headers, timeout=20) as client:
            table = _request(client, "GET", f"/api/tables/{self._table}")
            mine = table.mine
            if table.phase == "over":
                raise Refusal("the game at this table is over", code="game-over")
            if mine and seat is not None and seat not in mine:
                raise Refusal(f"this account already has seat {mine[0]}", code="sits-already")
            self.seat = seat or (mine[0] if mine else _free_seat(table))
            if not mine:
                seat_path = f"/api/tables/{self._table}/seats/{self.seat}"
                _request(client, "POST", seat_path, nonce=secrets.token_hex(NONCE_BYTES))
        return genial.game(table.terms.game, **table.terms.options)

    def play(self, bot: Bot) -> Result:
        """Play until the game is over, reconnecting as necessary; raise GenialError."""
        if isinstance(bot, Guest):
            bot.begin(self.seat)
        away, wait = 0.0, _FIRST_WAIT
        while True:
            try:
                with connect(
                    self._live, additional_headers=self._headers, compression=None,
                    max_size=_LARGEST, open_timeout=20,
                ) as socket:  # fmt: skip
                    if away:
                        self._say("reconnected")
                    away, wait = 0.0, _FIRST_WAIT
                    return self._watch(socket, bot)
            except (OSError, WebSocketException) as error:
                if _is_final(error):
                    raise ServerUnavailable(
                        "the server refuses the connection: is the token valid?"
                    ) from None
                if not away:
                    away = time.monotonic()
                    self._say(f"connection lost ({_one_line(error)}); trying again")
                if time.monotonic() - away > _PATIENCE:
                    raise ServerUnavailable(
                        f"the server has been unreachable for {_PATIENCE:g} s"
                    ) from None
            time.sleep(wait)
            wait = min(_LONGEST_WAIT, 2 * wait)

    def _watch(self, socket: ClientConnection, bot: Bot) -> Result:
        """Follow the game, and move whenever it is our turn."""
        self._moved_after = 0
        _send(socket, protocol.Watch(self._table))
        while True:
            text = socket.recv()
            match _read(text):
                case Refused() as refused:
                    self._handle_refusal(socket, refused)
                case Situation() | News() as message if message.table == self._table:
                    view = self._view(message, _decode_views(text).views.get(self.seat))
                    if isinstance(message, Situation) and message.phase == "over":
                        return self._finish(message, view, bot)
                    is_new = message.number != self._moved_after
                    if message.turn == self.seat and is_new and view is not None:
                        self._move(socket, bot, message, view)

    def _view(self, message: Situation | News, sent: msgspec.Raw | None) -> View | None:
        """Return the view of our seat with log and beginning: news have only the new lines."""
        view = None
        if sent is not None:
            game = msgspec.json.decode(sent, type=View).game
            view = msgspec.json.decode(sent, type=kit(game).View)
        if isinstance(message, News):
            self._log = self._log + message.lines.get(self.seat, [])
            if view is not None:
                view.log, view.beginning = self._log, self._beginning
            return view
        self._increment = 0.0 if message.terms.pace is None else message.terms.pace.increment
        if message.phase != "over" and self.seat not in message.mine:
            raise Refusal(f"this account no longer has seat {self.seat}", code="replaced")
        if view is not None:
            self._log, self._beginning = view.log, view.beginning
        return view

    def _move(
        self, socket: ClientConnection, bot: Bot, message: Situation | News, view: View
    ) -> None:
        number, left = message.number, message.clocks
        if self._chosen[0] != number:
            clock = None if left is None else Clock(left[self.seat - 1], self._increment)
            try:
                move = bot.choose(msgspec.to_builtins(view), clock)
            except Exception as error:
                self._forfeit(socket, failure(self.seat, error).reason)
            self._chosen = number, move
        self._moved_after = number
        move = self._chosen[1]
        _send(socket, protocol.Play(self._table, self.seat, move, number, f"seat-{number}"))

    def _handle_refusal(self, socket: ClientConnection, refused: Refused) -> None:
        """Try again if a refusal is temporary; forfeit if it is of our move, otherwise raise it."""
        if refused.code in _TEMPORARY:
            if refused.code != "stale":  # after which the server sends the situation by itself
                time.sleep(1.0)
                self._moved_after = 0
                _send(socket, protocol.Watch(self._table))
        elif refused.command.startswith("seat-"):
            self._forfeit(socket, f"illegal move {self._chosen[1]!r}: {refused.sentence}")
        else:
            raise Refusal(refused.sentence, code=refused.code)

    def _forfeit(self, socket: ClientConnection, reason: str) -> NoReturn:
        _send(socket, protocol.Agree(self._table, self.seat, "resign", "resign"))
        for _ in range(20):
            answer = _read(socket.recv(timeout=5))
            if isinstance(answer, Done | Refused) and answer.command == "resign":
                break
        raise Forfeited(f"seat {self.seat} has resigned: {reason}")

    def _finish(self, message: Situation, view: View | None, bot: Bot) -> Result:
        result = message.result
        assert result is not None
        ranks, how = result.ranks, result.how
        if isinstance(bot, Guest) and view is not None:
            bot.end(msgspec.to_builtins(view), ranks or [], None if how == "finished" else how)
        return Result(self.seat, how, ranks)


def _send(socket: ClientConnection, message: FromClient) -> None:
    socket.send(protocol.encode(message).decode())


def _read(text: str | bytes) -> Situation | News | Refused | Done | None:
    """Return a message, or None if it is of another kind; raise ServerUnavailable."""
    try:
        return _decode(text) if _decode_head(text).type in _KNOWN else None
    except msgspec.MsgspecError:
        raise ServerUnavailable(
            "the server says something that this version does not know; update one of them"
        ) from None


def _request(client: httpx.Client, method: str, path: str, **body: str) -> Situation:
    """Return the table as the server answers; raise its refusal, or ServerUnavailable."""
    try:
        answer = client.request(method, path, json=body or None)
    except httpx.HTTPError as error:
        raise ServerUnavailable(
            f"no Genial server at {client.base_url}: {_one_line(error)}"
        ) from None
    try:
        if not answer.is_error:
            return _decode_situation(answer.content)
        refused = msgspec.json.decode(answer.content, type=ErrorBody)
    except msgspec.MsgspecError:
        raise ServerUnavailable(f"no Genial server at {client.base_url}") from None
    raise Refusal(refused.sentence, code=refused.code)


def _free_seat(table: Situation) -> int:
    """Return the first free seat; raise Refusal."""
    for seat, sitter in enumerate(table.seats, 1):
        if isinstance(sitter, Free):
            return seat
    raise Refusal("no seat is free at this table", code="no-free-seat")


def _is_final(error: Exception) -> bool:
    """Return whether a new connection would fail in the same way."""
    if isinstance(error, ConnectionClosed):
        return error.rcvd is not None and error.rcvd.code in _FINAL_CODES
    return isinstance(error, InvalidStatus) and 400 <= error.response.status_code < 500


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__
