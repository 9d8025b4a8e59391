"""What a seat may see of a game of Phoenix, and positions as plain data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import UNSET, Meta, UnsetType

from genial.core.errors import BadPosition, quote
from genial.core.kernel import Record, in_python
from genial.core.kit import Data, Options
from genial.core.patterns import whole
from genial.core.view import Position as BasePosition
from genial.core.view import View as BaseView
from genial.core.view import read_position
from genial.games.phoenix import rules, scoring
from genial.games.phoenix.cards import COPIES, HAND, KIND_OF_NAME, KINDS, N_CARDS, pack_counts
from genial.games.phoenix.rows import (
    COLOURS,
    LINE,
    PAWNS_OF_A_COLOUR,
    SPECTRUM,
    colours_in,
    is_in_order,
    row_of,
    run_end,
    spell_row,
)
from genial.games.phoenix.rules import ROUNDS, SEATS

_TURNS = N_CARDS - SEATS * HAND  # of a round that ends with the pile
MOST_POINTS = 13  # of one line: in order, five of a colour and one each of the others

# A `$` in a pattern lets a line break pass, the greatest length does not.
Spectrum = Annotated[str, Meta(pattern=whole(f"[{COLOURS}]{{{SPECTRUM}}}"), max_length=SPECTRUM)]
LineText = Annotated[str, Meta(pattern=whole(f"[{COLOURS}]{{{LINE}}}"), max_length=LINE)]
Lines = Annotated[list[LineText], Meta(min_length=SEATS, max_length=SEATS)]
Card = Literal["M2", "M3", "M4", "S1", "S2", "S3", "S4", "R", "N1", "N2", "X"]
Hand = Annotated[list[Card], Meta(max_length=HAND)]
Count = Annotated[int, Meta(ge=0, le=max(COPIES.values()))]
Seat = Annotated[int, Meta(ge=1, le=SEATS)]


class LinePoints(msgspec.Struct, kw_only=True):
    """Something that a line is worth points for."""

    seat: int
    kind: Literal["match", "colours", "run"]
    points: int
    colour: str | UnsetType = UNSET  # of a run
    places: list[int] | UnsetType = UNSET  # the first and the last of a run


class RoundEnd(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """How a round ended."""

    spectrum: Spectrum
    lines: Lines


class LastRound(msgspec.Struct, kw_only=True):
    """How the last round ended, and what it was worth."""

    round: int
    spectrum: str
    lines: list[str]
    points: list[int]  # by seat
    parts: list[LinePoints]


class Position(BasePosition, kw_only=True):
    """A position of Phoenix as plain data."""

    round: Annotated[int, Meta(ge=1, le=ROUNDS)]
    start: Seat  # that began this round
    turn: Seat | None  # none when the game is over
    spectrum: Spectrum
    lines: Lines  # by seat
    hands: Annotated[list[Hand], Meta(min_length=SEATS, max_length=SEATS)]  # in any order
    pile: dict[str, Count]  # by kind
    discards: dict[str, Count]
    points: Annotated[list[int], Meta(min_length=SEATS, max_length=SEATS)]
    last: RoundEnd | None  # how the round before ended, or this one when the game is over


class View(BaseView, kw_only=True):
    """Phoenix as a seat may see it; the points are in `scores`."""

    game: Literal["phoenix"]
    round: int
    start: int  # the seat that began this round
    spectrum: str  # colours, place 1 first
    lines: list[str]  # by seat
    hand: list[Card] | None  # the seat's own cards, sorted by kind; none for a spectator
    hand_sizes: list[int]  # by seat
    pile: int  # how many cards are in it
    discards: dict[str, int]  # played and discarded cards of this round by kind
    last_round: LastRound | None  # the one that ended last; none in the first round


def _counts(words: Any) -> list[int]:
    """Numbers by kind out of the words of a record."""
    return list(words.tobytes()[: len(KINDS)])


def _hand(record: Record, seat: int) -> list[Card]:
    """The cards of a seat, from 0, sorted by kind."""
    counts = zip(get_args(Card), _counts(record.hand[seat]), strict=True)
    return [name for name, count in counts for _ in range(count)]


def _pile(record: Record) -> dict[str, int]:
    return dict(zip(KINDS, _counts(record.pile), strict=True))


def _discards(record: Record) -> dict[str, int]:
    """The cards that are neither in the pile nor in a hand."""
    held: Counter[str] = Counter(_hand(record, 0)) + Counter(_hand(record, 1))
    return {name: COPIES[name] - count - held[name] for name, count in _pile(record).items()}


def _round(record: Record) -> int:
    return min(int(record.finished) + 1, ROUNDS)


def starter(record: Record, number: int) -> int:
    """The seat that begins a round, from 1."""
    return (int(record.start) + number - 1) % SEATS + 1


def _round_end(record: Record) -> RoundEnd | None:
    if record.finished == 0:
        return None
    return RoundEnd(
        spectrum=spell_row(int(record.last_spectrum), SPECTRUM),
        lines=[spell_row(int(line), LINE) for line in record.last_line],
    )


def parts(lines: list[str], spectrum: str) -> list[LinePoints]:
    """What two lines would be worth at the end of a round, and why."""
    worth = []
    for seat, letters in enumerate(lines, 1):
        line = row_of(letters)
        if in_python(is_in_order)(line, row_of(spectrum)):
            worth.append(LinePoints(seat=seat, kind="match", points=scoring.FOR_MATCH))
        if in_python(colours_in)(line) == scoring.ALL_COLOURS:
            worth.append(LinePoints(seat=seat, kind="colours", points=scoring.FOR_ALL_COLOURS))
        worth += _runs(seat, letters)
    return worth


def _runs(seat: int, letters: str) -> list[LinePoints]:
    """The runs of a line that give points."""
    runs, end = [], 0
    for place in range(LINE):
        if place == end:
            end = in_python(run_end)(row_of(letters), place)
            points = in_python(scoring.run_points)(end - place)
            if points:
                run = LinePoints(seat=seat, kind="run", points=points)
                run.colour, run.places = letters[place], [place + 1, end]
                runs.append(run)
    return runs


def totals(worth: list[LinePoints]) -> list[int]:
    """The points of each seat."""
    return [sum(part.points for part in worth if part.seat == s + 1) for s in range(SEATS)]


def scores(record: Record) -> list[dict[str, int]]:
    """The points of each seat."""
    return [{"points": points} for points in record.points.tolist()]


def revealed_lines(record: Record, code: int) -> list[str]:
    """What a move shows to all seats beside itself: nothing."""
    return []


def private_fields(record: Record, seat: int | None) -> Data:
    """What a seat alone sees of the view: its hand."""
    return {"hand": None if seat is None else _hand(record, seat - 1)}


def visible(record: Record, seat: int | None) -> Data:
    """The fields of the view."""
    ended, last = _round_end(record), None
    if ended is not None:
        worth = parts(ended.lines, ended.spectrum)
        last = LastRound(
            round=int(record.finished),
            spectrum=ended.spectrum,
            lines=ended.lines,
            points=totals(worth),
            parts=worth,
        )
    return {
        "round": _round(record),
        "start": starter(record, _round(record)),
        "spectrum": spell_row(int(record.spectrum), SPECTRUM),
        "lines": [spell_row(int(line), LINE) for line in record.line],
        **private_fields(record, seat),
        "hand_sizes": [len(_hand(record, other)) for other in range(SEATS)],
        "pile": int(record.left),
        "discards": _discards(record),
        "last_round": last,
    }


def position(record: Record) -> Data:
    """The whole truth: spectrum, lines, hands, pile, points, whose turn."""
    whole = Position(
        round=_round(record),
        start=starter(record, _round(record)),
        turn=None if record.phase == rules.OVER else int(record.turn) + 1,
        spectrum=spell_row(int(record.spectrum), SPECTRUM),
        lines=[spell_row(int(line), LINE) for line in record.line],
        hands=[_hand(record, seat) for seat in range(SEATS)],
        pile=_pile(record),
        discards=_discards(record),
        points=record.points.tolist(),
        last=_round_end(record),
    )
    data: Data = msgspec.to_builtins(whole)
    return data


def redact_position(position: Mapping[str, Any], seat: int | None, options: Options) -> Data:
    """Return a position as a seat may see it: the pile counts the cards of hidden hands as well."""
    hands, pile = [], dict(position["pile"])
    for owner, hand in enumerate(position["hands"], 1):
        hands.append(list(hand) if owner == seat else ["?"] * len(hand))
        for card in () if owner == seat else hand:
            pile[card] += 1
    return {**position, "hands": hands, "pile": pile}


def restore(record: Record, position: Mapping[str, Any]) -> None:
    """Write a position into a record that was set up; raises BadPosition."""
    data = read_position(position, Position)
    is_over = data.turn is None
    record.finished = data.round - 1 + is_over
    first = starter(record, data.round)
    if data.start != first:
        raise BadPosition(f"seat {first} began round {data.round}", reason="starter",
                          seat=first, round=data.round)  # fmt: skip
    _check_rows(data.spectrum, data.lines)
    record.spectrum = row_of(data.spectrum)
    record.line[:] = [row_of(line) for line in data.lines]
    pawns = Counter("".join(data.lines))
    record.bag = sum(PAWNS_OF_A_COLOUR - pawns[c] << 8 * k for k, c in enumerate(COLOURS))
    _restore_cards(record, data)
    _check_end(data, is_matched=any(part.kind == "match" for part in _worth(data)))
    # A turn draws a card, but the last one of the game leaves its player as the one in turn.
    turns = _TURNS - int(record.left)
    record.turn = (data.start - 1 + min(turns, _TURNS - 1)) % SEATS
    if not is_over and data.turn != record.turn + 1:
        raise BadPosition(f"after {turns} turns of this round it is seat {record.turn + 1}'s turn",
                          reason="turn-of", n=turns, seat=int(record.turn) + 1)  # fmt: skip
    _check_hands(data, is_over and record.left > 0, int(record.turn))
    _restore_points(record, data)
    record.phase = rules.OVER if is_over else rules.MOVING


def _worth(rows: Position | RoundEnd) -> list[LinePoints]:
    return parts(rows.lines, rows.spectrum)


def _check_rows(spectrum: str, lines: list[str]) -> None:
    if sorted(spectrum) != sorted(COLOURS):
        raise BadPosition("the spectrum has one cube of each colour", reason="spectrum")
    for colour, pawns in Counter("".join(lines)).items():
        if pawns > PAWNS_OF_A_COLOUR:
            raise BadPosition(f"there are only {PAWNS_OF_A_COLOUR} pawns {colour}", reason="pawns",
                              most=PAWNS_OF_A_COLOUR, colour=colour)  # fmt: skip


def _restore_cards(record: Record, data: Position) -> None:
    for name in [*data.pile, *data.discards]:
        if name not in KIND_OF_NAME:
            raise BadPosition(f"there is no card {quote(name)}", reason="no-card",
                              card=name[:40])  # fmt: skip
    hands: list[Counter[str]] = [Counter(hand) for hand in data.hands]
    for name, copies in COPIES.items():
        held = sum(hand[name] for hand in hands)
        there = data.pile.get(name, 0) + data.discards.get(name, 0) + held
        if there != copies:
            raise BadPosition(f"hands, pile and discards hold {there} cards {name}, not {copies}",
                              reason="cards", count=there, card=name, expected=copies)  # fmt: skip
    pile = [data.pile.get(name, 0) for name in KINDS]
    record.pile[:] = pack_counts(pile)
    record.left = sum(pile)
    for seat, hand in enumerate(hands):
        record.hand[seat][:] = pack_counts([hand[name] for name in KINDS])


def _check_end(data: Position, *, is_matched: bool) -> None:
    """The game is over exactly if its last round has ended."""
    is_pile_empty = not any(data.pile.values())
    if is_matched and is_pile_empty:
        raise BadPosition("a line matches, so the last card cannot have been drawn",
                          reason="match-and-last")  # fmt: skip
    has_ended = is_matched or is_pile_empty
    if has_ended != (data.turn is None):
        raise BadPosition("a round ends when a line matches or the pile is empty, and not before",
                          reason="round-end")  # fmt: skip
    if has_ended and data.round != ROUNDS:
        raise BadPosition(f"the game is over after round {ROUNDS}", reason="over-round",
                          rounds=ROUNDS)  # fmt: skip


def _check_hands(data: Position, is_matched: bool, turn: int) -> None:
    """Both players hold five cards; after a match the player in turn has not drawn."""
    for seat, hand in enumerate(data.hands):
        full = HAND - 1 if is_matched and seat == turn else HAND
        if len(hand) != full:
            raise BadPosition(f"seat {seat + 1} must hold {full} cards", reason="hand",
                              seat=seat + 1, most=full)  # fmt: skip


def _restore_points(record: Record, data: Position) -> None:
    finished = int(record.finished)
    if (data.last is None) != (finished == 0):
        raise BadPosition("last is how the round before ended; there is none in round 1",
                          reason="last")  # fmt: skip
    before = record.points.tolist()  # the head starts, and then the points of the last round
    if data.last is not None:
        _check_rows(data.last.spectrum, data.last.lines)
        before = [a + b for a, b in zip(before, totals(_worth(data.last)), strict=True)]
        record.last_spectrum = row_of(data.last.spectrum)
        record.last_line[:] = [row_of(line) for line in data.last.lines]
        if data.turn is None and data.last != RoundEnd(spectrum=data.spectrum, lines=data.lines):
            raise BadPosition("when the game is over, the last round is this one",
                              reason="last-round")  # fmt: skip
    earlier = max(0, finished - 1)  # rounds before the last one
    for seat, points in enumerate(data.points):
        if not before[seat] <= points <= before[seat] + MOST_POINTS * earlier:
            raise BadPosition(f"seat {seat + 1} cannot have {quote(points)} points",
                              reason="points", seat=seat + 1, points=str(points)[:12])  # fmt: skip
    record.points[:] = data.points
