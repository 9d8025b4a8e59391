"""One game between bots: each is asked with the view of its seat; a bot that fails forfeits."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Literal, Protocol, runtime_checkable

import msgspec

from genial.bots import Bot, Clock
from genial.core.errors import GenialError, IllegalMove, quote
from genial.core.game import Game
from genial.core.kit import Data
from genial.core.ranking import ranks as ranked
from genial.core.record import split
from genial.core.state import State

Why = Literal["time", "illegal", "crash"]
MoveListener = Callable[
    [int, str | None, float], None
]  # seat to be asked, the last move, its seconds

_LONGEST_REASON = 300


class Forfeit(msgspec.Struct, frozen=True):
    """A game lost by other means than the rules."""

    seat: int  # from 1
    why: Why
    reason: str


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """What came out of a game; all lists are by seat, except the scores."""

    number: int = 0  # of the game in its match
    deal: int = 0
    seats: tuple[int, ...] = ()  # the entrants
    ranks: tuple[int, ...]
    utilities: tuple[float, ...]  # the share of the others one is ahead of
    scores: list[dict[str, int]]  # by track, at the end
    lowest: tuple[int, ...]  # the lowest colour, or the points that count
    moves: tuple[int, ...]
    ms: tuple[float, ...]  # all moves together
    slowest_ms: tuple[float, ...]
    forfeit: Forfeit | None = None
    record: str = ""

    def points(self, seat: int) -> int | None:
        """Return what a seat (from 0) reached: none in a forfeited game, but 0 if it was solo."""
        if self.forfeit is None:
            return self.lowest[seat]
        return 0 if len(self.lowest) == 1 else None


class OutOfTime(GenialError):
    """A bot that did not answer in time."""

    code = "out-of-time"


@runtime_checkable
class Guest(Protocol):
    """A bot that wants to know when a game begins and how it ended."""

    def begin(self, seat: int) -> None:
        """Begin a new game on this seat."""

    def end(self, view: Data, ranks: Sequence[int], reason: str | None) -> None:
        """End the game: it is over, or was ended for a reason."""


class Times:
    """What every seat has used."""

    def __init__(self, seats: int) -> None:
        self.moves = [0] * seats
        self.seconds = [0.0] * seats
        self.slowest = [0.0] * seats

    def add(self, seat: int, seconds: float) -> None:
        """Add the seconds that a move of a seat (from 1) took."""
        self.moves[seat - 1] += 1
        self.seconds[seat - 1] += seconds
        self.slowest[seat - 1] = max(self.slowest[seat - 1], seconds)


def play(
    game: Game,
    bots: Sequence[Bot],
    *,
    seed: int | bytes | None = None,
    limit: float | None = None,
    clock: Clock | None = None,
    names: Sequence[str] | None = None,
    headers: Mapping[str, str] | None = None,
    watch: MoveListener | None = None,
) -> Played:
    """Play a game, a bot on each seat, to its end or until one forfeits.

    `limit` is the longest time in seconds for a move, `clock` what every seat has for the game.
    A bot that raises, plays an illegal move or takes too long forfeits; it is ranked last.

    >>> import genial
    >>> from genial.bots import make
    >>> game = genial.game("ingenious", players=2)
    >>> played = play(game, [make(game, "random", seed=1), make(game, "random", seed=2)], seed=7)
    >>> sorted(played.ranks), played.forfeit
    ([1, 2], None)
    """
    if len(bots) != game.players:
        raise GenialError(f"{game.players} seats need as many bots, not {len(bots)}")
    state = game.start(seed)
    times = Times(game.players)
    clocks = [clock] * game.players
    forfeit: Forfeit | None = None
    last: str | None = None
    took = 0.0
    for place, bot in enumerate(bots, 1):
        if isinstance(bot, Guest):
            bot.begin(place)
    while forfeit is None and (seat := state.turn) is not None:
        if watch is not None:
            watch(seat, last, took)
        began = time.perf_counter()
        try:
            last = _ask(bots[seat - 1], state.view(seat), clocks[seat - 1])
        except Exception as error:
            last, forfeit = None, failure(seat, error)
        took = time.perf_counter() - began
        times.add(seat, took)
        forfeit = forfeit or _overdue(seat, took, limit, clocks[seat - 1])
        if forfeit is None:
            clocks[seat - 1] = _run_down(clocks[seat - 1], took)
            try:
                state = state.play(last)  # type: ignore[arg-type]  # whatever it is
            except IllegalMove as refusal:
                what = f"illegal move {quote(last)}: {refusal}"
                forfeit = Forfeit(seat, "illegal", shorten(what))
    played = outcome(state, times, forfeit, names=names, headers=headers)
    reason = None if forfeit is None else f"seat {forfeit.seat} forfeited: {forfeit.reason}"
    for place, bot in enumerate(bots, 1):
        if isinstance(bot, Guest):
            bot.end(state.view(place), played.ranks, reason)
    return played


def failure(seat: int, error: Exception) -> Forfeit:
    """Return what is said of a bot that raised something."""
    if isinstance(error, OutOfTime):
        return Forfeit(seat, "time", shorten(str(error)))
    words = str(error) if isinstance(error, GenialError) else f"{type(error).__name__}: {error}"
    return Forfeit(seat, "crash", shorten(words))


def shorten(text: str, limit: int = _LONGEST_REASON) -> str:
    """Shorten a text to one line; of a long one the beginning and the end stay.

    >>> shorten("a long\\n story", 8)
    'a lo…tory'
    """
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    half = limit // 2
    return line if len(line) <= limit else f"{line[:half]}…{line[-half:]}"


def _ask(bot: Bot, view: Data, left: Clock | None) -> str:
    """Return a bot's choice. Without a clock, `choose` need not have a parameter for one."""
    return bot.choose(view) if left is None else bot.choose(view, left)


def _overdue(seat: int, took: float, limit: float | None, clock: Clock | None) -> Forfeit | None:
    if limit is not None and took > limit:
        reason = f"took {took:.2f} s for a move; {limit:g} s are allowed"
        return Forfeit(seat, "time", reason)
    if clock is not None and took > clock.left:
        return Forfeit(seat, "time", "its clock ran out")
    return None


def _run_down(clock: Clock | None, took: float) -> Clock | None:
    return clock and Clock(clock.left - took + clock.increment, clock.increment)


def outcome(
    state: State,
    times: Times,
    forfeit: Forfeit | None,
    *,
    names: Sequence[str] | None = None,
    headers: Mapping[str, str] | None = None,
) -> Played:
    """Return the result of a game that has ended, or was forfeited in this state."""
    game = state.game
    ranks, utilities = standing(state, forfeit)
    lowest = [min(points.values()) for points in state.scores]
    if state.series is not None and game.options["games"] > 1:
        lowest = state.series
    ends = {} if forfeit is None else _end_headers(forfeit, ranks)
    about = {f"seat {seat}": name for seat, name in enumerate(names or (), 1)}
    (record,) = split(state.record())
    return Played(
        ranks=ranks,
        utilities=utilities,
        scores=state.scores,
        lowest=tuple(int(lowest[track]) for track in game.tracks),
        moves=tuple(times.moves),
        ms=tuple(round(1000 * seconds, 3) for seconds in times.seconds),
        slowest_ms=tuple(round(1000 * seconds, 3) for seconds in times.slowest),
        forfeit=forfeit,
        record=record.with_headers({**about, **(headers or {}), **ends}).text(),
    )


def standing(state: State, forfeit: Forfeit | None) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """Return ranks and utilities by seat: a forfeiting seat is last, the others as things stand."""
    game, utilities = state.game, state.utilities
    if forfeit is None:
        assert state.ranks is not None
        return state.ranks, utilities
    lost = game.tracks[forfeit.seat - 1]
    tracks = list(game.tracks)
    held = [-1.0 if track == lost else utilities[seat] for seat, track in enumerate(tracks)]
    by_track = dict(zip(tracks, held, strict=True))
    others = max(1, len(by_track) - 1)
    shares = {
        track: sum((own > other) + 0.5 * (own == other) for other in by_track.values()) - 0.5
        for track, own in by_track.items()
    }
    return ranked(held, tracks), tuple(shares[track] / others for track in tracks)


def _end_headers(forfeit: Forfeit, ranks: tuple[int, ...]) -> dict[str, str]:
    how = "time" if forfeit.why == "time" else "resigned"
    return {
        "result": " ".join(map(str, ranks)),
        "ended": f"{how} {forfeit.seat}",
        "forfeit": f"seat {forfeit.seat}: {forfeit.reason}",
    }
