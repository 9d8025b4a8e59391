"""Let a bot of this machine play at a table of a server elsewhere, until the game is over."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable
from typing import Any, NoReturn
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
from genial.server.errors import Refusal

Say = Callable[[str], None]

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
    ranks: list[int] | None


class RemoteSeat:
    """A seat at a table, from taking it to the end of the game."""

    def __init__(self, address: str, token: str, table: str, *, say: Say) -> None:
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
        self._beginning: dict[str, Any] = {}  # the field of a view, if the game has it
        self._increment = 0.0
        self._moved_after = 0  # the event after which we sent a move on this connection
        self._chosen = (0, "")  # an event and the move after it, to send it again if necessary

    def sit(self, seat: int | None = None) -> Game:
        """Take a seat, unless we have one; return the table's game. Raise GenialError."""
        with httpx.Client(base_url=self._base, headers=self._headers, timeout=20) as client:
            table = _request(client, "GET", f"/api/tables/{self._table}")
            mine = table["mine"]
            if table["phase"] == "over":
                raise Refusal("the game at this table is over", code="game-over")
            if mine and seat is not None and seat not in mine:
                raise Refusal(f"this account already has seat {mine[0]}", code="sits-already")
            self.seat = seat or (mine[0] if mine else _free_seat(table))
            if not mine:
                seat_path = f"/api/tables/{self._table}/seats/{self.seat}"
                _request(client, "POST", seat_path, nonce=secrets.token_hex(NONCE_BYTES))
        return genial.game(table["terms"]["game"], **table["terms"]["options"])

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
        _send(socket, "watch", table=self._table)
        while True:
            message = json.loads(socket.recv())
            if message["type"] == "refused":
                self._handle_refusal(socket, message)
            elif message["type"] in ("situation", "news") and message["table"] == self._table:
                self._complete_log(message)
                if message.get("phase") == "over":
                    return self._finish(message, bot)
                if message.get("turn") == self.seat and message["number"] != self._moved_after:
                    self._move(socket, bot, message)

    def _complete_log(self, message: dict[str, Any]) -> None:
        """Put log and beginning into the view of our seat: a message has only the new lines."""
        view = message.get("views", {}).get(str(self.seat))
        if message["type"] == "news":
            self._log = self._log + message["lines"][str(self.seat)]
            view |= {"log": self._log, **self._beginning}
            return
        self._increment = (message["terms"].get("pace") or {}).get("increment", 0.0)
        if message["phase"] != "over" and self.seat not in message["mine"]:
            raise Refusal(f"this account no longer has seat {self.seat}", code="replaced")
        if view is not None:
            self._log = view["log"]
            self._beginning = {name: view[name] for name in ("beginning",) if name in view}

    def _move(self, socket: ClientConnection, bot: Bot, message: dict[str, Any]) -> None:
        number = message["number"]
        if self._chosen[0] != number:
            left = message.get("clocks")
            clock = None if left is None else Clock(left[self.seat - 1], self._increment)
            try:
                move = bot.choose(message["views"][str(self.seat)], clock)
            except Exception as error:
                self._forfeit(socket, failure(self.seat, error).reason)
            self._chosen = number, move
        self._moved_after = number
        _send(
            socket, "play", table=self._table, seat=self.seat, move=self._chosen[1], number=number,
            command=f"seat-{number}",
        )  # fmt: skip

    def _handle_refusal(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        """Try again if a refusal is temporary; forfeit if it is of our move, otherwise raise it."""
        code, sentence = message["code"], message["sentence"]
        if code in _TEMPORARY:
            if code != "stale":  # after which the server sends the situation by itself
                time.sleep(1.0)
                self._moved_after = 0
                _send(socket, "watch", table=self._table)
        elif message.get("command", "").startswith("seat-"):
            self._forfeit(socket, f"illegal move {self._chosen[1]!r}: {sentence}")
        else:
            raise Refusal(sentence, code=code)

    def _forfeit(self, socket: ClientConnection, reason: str) -> NoReturn:
        _send(socket, "agree", table=self._table, seat=self.seat, wish="resign", command="resign")
        for _ in range(20):
            if json.loads(socket.recv(timeout=5)).get("command") == "resign":
                break
        raise Forfeited(f"seat {self.seat} has resigned: {reason}")

    def _finish(self, message: dict[str, Any], bot: Bot) -> Result:
        result = message["result"]
        ranks, how = result.get("ranks"), result["how"]
        view = message.get("views", {}).get(str(self.seat))
        if isinstance(bot, Guest) and view is not None:
            bot.end(view, ranks or [], None if how == "finished" else how)
        return Result(self.seat, how, ranks)


def _send(socket: ClientConnection, kind: str, **body: object) -> None:
    socket.send(json.dumps({"type": kind, **body}))


def _request(client: httpx.Client, method: str, path: str, **body: str) -> dict[str, Any]:
    """Return what the server answers; raise its refusal, or ServerUnavailable."""
    try:
        answer = client.request(method, path, json=body or None)
        content = answer.json()
    except (httpx.HTTPError, ValueError) as error:
        raise ServerUnavailable(
            f"no Genial server at {client.base_url}: {_one_line(error)}"
        ) from None
    if not isinstance(content, dict) or (answer.is_error and "sentence" not in content):
        raise ServerUnavailable(f"no Genial server at {client.base_url}")
    if answer.is_error:
        raise Refusal(content["sentence"], code=content["code"])
    return content


def _free_seat(table: dict[str, Any]) -> int:
    """Return the first free seat; raise Refusal."""
    for seat, sitter in enumerate(table["seats"], 1):
        if sitter["type"] == "free":
            return seat
    raise Refusal("no seat is free at this table", code="no-free-seat")


def _is_final(error: Exception) -> bool:
    """Return whether a new connection would fail in the same way."""
    if isinstance(error, ConnectionClosed):
        return error.rcvd is not None and error.rcvd.code in _FINAL_CODES
    return isinstance(error, InvalidStatus) and 400 <= error.response.status_code < 500


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__
