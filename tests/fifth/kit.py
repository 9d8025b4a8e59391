"""What the library asks of Pairs (see `genial.core.kit`)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from genial.core.errors import BadPosition, BadText, IllegalMove, quote
from genial.core.kernel import Record, in_python
from genial.core.kit import Data, Options, refuse_unknown, whole_number
from genial.core.view import Position as BasePosition
from genial.core.view import View as BaseView
from genial.core.view import read_position
from tests.fifth import FACTS as FACTS
from tests.fifth import rules as rules

gain, count = in_python(rules.gain), in_python(rules.count)


# --- options


def options(given: Options) -> dict[str, Any]:
    refuse_unknown(given, ("players", "start"))
    players = whole_number("players", given.get("players", 2), FACTS.players)
    return {
        "players": players,
        "start": whole_number("start", given.get("start", 1), range(1, players + 1)),
    }


def configure(record: Record, options: Options) -> None:
    record.players, record.start = options["players"], options["start"] - 1
    rules.setup(record)


def tracks(options: Options) -> tuple[int, ...]:
    return tuple(range(options["players"]))


def longest_game(options: Options) -> int:
    return rules.N_CARDS


def most_draws(options: Options) -> int:
    return rules.N_CARDS


# --- texts


def spell(code: int) -> str:
    return f"play:{code}"


def read(text: str) -> int:
    if not re.fullmatch("play:[1-6]", text):
        raise BadText(f"{quote(text)} is not a move; a move looks like play:4")
    return int(text[-1])


def chance_lines(trace: Sequence[int], seat: int | None, options: Options) -> list[str]:
    if seat is not None:
        return [f"* card {seat} {card}" for card in trace]
    hands = [trace[: rules.HAND], trace[rules.HAND :]]
    return [f"* hand {k} {' '.join(map(str, hand))}" for k, hand in enumerate(hands, 1) if hand]


def read_chance(line: str) -> list[int]:
    if not re.fullmatch(r"\* (hand [12]( [1-6]){3}|card [12] [1-6])", line):
        raise BadText(f"{quote(line)} should look like '* hand 1 4 2 6' or '* card 2 5'")
    return [int(card) for card in line.split()[3:]]


def redact(line: str, seat: int | None, options: Options) -> str:
    star, what, owner, *cards = line.split()
    if owner == str(seat):
        return line
    return " ".join([star, what, owner, *("?" for _ in cards)])


def revealed_lines(record: Record, code: int) -> list[str]:
    return []


def refusal(record: Record, code: int) -> IllegalMove:
    return IllegalMove(f"{code} is not in the hand", code="not-in-hand", card=code)


def explain(record: Record, code: int) -> Data:
    return {"gains": {"points": gain(record, code)}}


# --- views and positions


class View(BaseView, kw_only=True):
    hand: list[int] | None  # none to spectators
    hand_sizes: list[int]
    pile: int
    last: int  # the card to match


class Position(BasePosition, kw_only=True):
    hands: list[list[int]]
    pile: list[int]
    points: list[int]
    last: int
    turn: int


def _cards(counts: Any) -> list[int]:
    return [card for card in range(len(counts)) for _ in range(counts[card])]


def scores(record: Record) -> list[dict[str, int]]:
    return [{"points": int(record.points[seat])} for seat in range(rules.SEATS)]


def private_fields(record: Record, seat: int | None) -> Data:
    return {"hand": None if seat is None else _cards(record.hands[seat - 1])}


def visible(record: Record, seat: int | None) -> Data:
    sizes = [count(record.hands[k]) for k in range(rules.SEATS)]
    return {
        "hand_sizes": [int(size) for size in sizes],
        "pile": int(count(record.pile)),
        "last": int(record.last),
        **private_fields(record, seat),
    }


def position(record: Record) -> Data:
    truth = Position(
        hands=[_cards(record.hands[seat]) for seat in range(rules.SEATS)],
        pile=_cards(record.pile),
        points=[int(points) for points in record.points],
        last=int(record.last),
        turn=int(record.turn) + 1,
    )
    data: Data = msgspec.to_builtins(truth)
    return data


def restore(record: Record, position: Mapping[str, Any]) -> None:
    data = read_position(position, Position)
    if len(data.hands) != rules.SEATS or len(data.points) != rules.SEATS:
        raise BadPosition("there are two hands, and points for both")
    record.dealt, record.drawing = rules.SEATS * rules.HAND, 0
    for card in range(1, rules.HIGHEST + 1):
        record.pile[card] = data.pile.count(card)
        for seat, hand in enumerate(data.hands):
            record.hands[seat][card] = hand.count(card)
    record.points[:] = data.points
    record.last, record.turn = data.last, data.turn - 1
