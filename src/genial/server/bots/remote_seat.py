"""A bot at a table of a server elsewhere: it sits down, watches, plays, and ends with the game."""

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

_PATIENCE = 300.0  # seconds that a server may be away
_FIRST_WAIT, _LONGEST_WAIT = 0.2, 10.0  # seconds between two tries
_LARGEST = 4 * 2**20  # bytes of a message
_FOR_GOOD = (4401, 4403)  # codes that close a socket for ever
_PASSING = {"stale", "busy", "storage-failure", "too-much", "not-yet"}  # refusals that pass


class Lost(Refusal):
    """The server cannot be reached, or does not want us."""

    code = "lost"


class Forfeited(Refusal):
    """The bot failed, and has resigned."""

    code = "forfeited"


class Result(msgspec.Struct, frozen=True):
    """How the game ended, on which seat we were."""

    seat: int
    how: str
    ranks: list[int] | None


class RemoteSeat:
    """A seat at a table, from sitting down to the end of the game."""

    def __init__(self, address: str, token: str, table: str, *, say: Say) -> None:
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise Lost(f"{address} is no address of a server, as in https://genial.example")
        self._base = f"{parts.scheme}://{parts.netloc}"
        self._live = f"{'wss' if parts.scheme == 'https' else 'ws'}://{parts.netloc}/api/live/v1"
        self._headers = {"Authorization": f"Bearer {token}"}
        self._table, self._say = table, say
        self.seat = 0
        self._log: list[str] = []
        self._increment = 0.0
        self._asked = 0  # the event after which we have moved on this connection
        self._chosen = (0, "")  # that event and the move, to be sent again if need be

    def sit(self, seat: int | None = None) -> Game:
        """Take a seat, unless we have one; the game that is played there. Raises GenialError."""
        with httpx.Client(base_url=self._base, headers=self._headers, timeout=20) as client:
            told = _answered(client, "GET", f"/api/tables/{self._table}")
            mine = told["mine"]
            if told["phase"] == "over":
                raise Refusal("the game at this table is over", code="game-over")
            if mine and seat is not None and seat not in mine:
                raise Refusal(f"this account sits on seat {mine[0]} already", code="sits-already")
            self.seat = seat or (mine[0] if mine else _free_seat(told))
            if not mine:
                seat_path = f"/api/tables/{self._table}/seats/{self.seat}"
                _answered(client, "POST", seat_path, nonce=secrets.token_hex(NONCE_BYTES))
        return genial.game(told["terms"]["game"], **told["terms"]["options"])

    def play(self, bot: Bot) -> Result:
        """Play until the game is over, through lost connections; raises GenialError."""
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
                        self._say("connected again")
                    away, wait = 0.0, _FIRST_WAIT
                    return self._watch(socket, bot)
            except (OSError, WebSocketException) as error:
                if _is_final(error):
                    raise Lost("the server refuses us: is the token valid?") from None
                if not away:
                    away = time.monotonic()
                    self._say(f"the connection is lost ({_brief(error)}); trying again")
                if time.monotonic() - away > _PATIENCE:
                    raise Lost(f"the server has been away for {_PATIENCE:g} s") from None
            time.sleep(wait)
            wait = min(_LONGEST_WAIT, 2 * wait)

    def _watch(self, socket: ClientConnection, bot: Bot) -> Result:
        """Hear what happens, and move whenever it is our turn."""
        self._asked = 0
        _send(socket, "watch", table=self._table)
        while True:
            told = json.loads(socket.recv())
            if told["type"] == "refused":
                self._refused(socket, told)
            elif told["type"] in ("situation", "news") and told["table"] == self._table:
                self._complete(told)
                if told.get("phase") == "over":
                    return self._ended(told, bot)
                if told.get("turn") == self.seat and told["number"] != self._asked:
                    self._move(socket, bot, told)

    def _complete(self, told: dict[str, Any]) -> None:
        """Put the whole log into our view of a message."""
        view = told.get("views", {}).get(str(self.seat))
        if told["type"] == "news":
            self._log = self._log + told["lines"][str(self.seat)]
            view["log"] = self._log
            return
        self._increment = (told["terms"].get("pace") or {}).get("increment", 0.0)
        if told["phase"] != "over" and self.seat not in told["mine"]:
            raise Refusal(f"seat {self.seat} is no longer ours", code="replaced")
        if view is not None:
            self._log = view["log"]

    def _move(self, socket: ClientConnection, bot: Bot, told: dict[str, Any]) -> None:
        number = told["number"]
        if self._chosen[0] != number:
            left = told.get("clocks")
            clock = None if left is None else Clock(left[self.seat - 1], self._increment)
            try:
                move = bot.choose(told["views"][str(self.seat)], clock)
            except Exception as error:
                self._forfeit(socket, failure(self.seat, error).reason)
            self._chosen = number, move
        self._asked = number
        _send(
            socket, "play", table=self._table, seat=self.seat, move=self._chosen[1], number=number,
            command=f"seat-{number}",
        )  # fmt: skip

    def _refused(self, socket: ClientConnection, told: dict[str, Any]) -> None:
        """The server does not want something: now, or at all."""
        code, sentence = told["code"], told["sentence"]
        if code in _PASSING:
            if code != "stale":  # then it tells the situation by itself
                time.sleep(1.0)
                self._asked = 0
                _send(socket, "watch", table=self._table)
        elif told.get("command", "").startswith("seat-"):
            self._forfeit(socket, f"illegal move {self._chosen[1]!r}: {sentence}")
        else:
            raise Refusal(sentence, code=code)

    def _forfeit(self, socket: ClientConnection, reason: str) -> NoReturn:
        _send(socket, "agree", table=self._table, seat=self.seat, wish="resign", command="resign")
        for _ in range(20):
            if json.loads(socket.recv(timeout=5)).get("command") == "resign":
                break
        raise Forfeited(f"seat {self.seat} has resigned: {reason}")

    def _ended(self, told: dict[str, Any], bot: Bot) -> Result:
        result = told["result"]
        ranks, how = result.get("ranks"), result["how"]
        view = told.get("views", {}).get(str(self.seat))
        if isinstance(bot, Guest) and view is not None:
            bot.end(view, ranks or [], None if how == "finished" else how)
        return Result(self.seat, how, ranks)


def _send(socket: ClientConnection, kind: str, **body: object) -> None:
    socket.send(json.dumps({"type": kind, **body}))


def _answered(client: httpx.Client, method: str, path: str, **body: str) -> dict[str, Any]:
    """What the server answers; raises Refusal with its sentence, or Lost."""
    try:
        answer = client.request(method, path, json=body or None)
        told = answer.json()
    except (httpx.HTTPError, ValueError) as error:
        raise Lost(f"there is no Genial at {client.base_url}: {_brief(error)}") from None
    if not isinstance(told, dict) or (answer.is_error and "sentence" not in told):
        raise Lost(f"there is no Genial at {client.base_url}")
    if answer.is_error:
        raise Refusal(told["sentence"], code=told["code"])
    return told


def _free_seat(told: dict[str, Any]) -> int:
    for seat, sitter in enumerate(told["seats"], 1):
        if sitter["type"] == "free":
            return seat
    raise Refusal("no seat is free at this table", code="no-free-seat")


def _is_final(error: Exception) -> bool:
    if isinstance(error, ConnectionClosed):
        return error.rcvd is not None and error.rcvd.code in _FOR_GOOD
    return isinstance(error, InvalidStatus) and 400 <= error.response.status_code < 500


def _brief(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__
