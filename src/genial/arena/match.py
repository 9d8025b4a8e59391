"""A match from its first game to its report, in one process or many."""

from __future__ import annotations

import contextlib
import secrets
import signal
import tempfile
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from genial.arena import workers as processes
from genial.arena.host import Host, Setup
from genial.arena.lineup import Entrant, Value, check_settings, entrants
from genial.arena.match_folder import MatchFolder, failure_file
from genial.arena.play import Played
from genial.arena.report import Report, pair_counts, report
from genial.arena.schedule import Fixture, Plan, fixtures, plans
from genial.arena.sprt import Sprt
from genial.arena.standing import Standing
from genial.bots import Clock
from genial.core.errors import BadOption, GenialError
from genial.core.game import Game

Runner = Callable[[Setup, Sequence[Fixture]], Iterator[Played]]  # plays the games, in any order

GameStream = Generator[Played, None, None]  # closing it stops the games that are being played

LIMIT = 30.0  # seconds for a move, unless told otherwise
MOST_GAMES = 1_000_000


class BotFailure(GenialError):
    """One of our own bots forfeited a game: a fault of Genial, which is no result."""

    code = "bot-failure"

    def __init__(self, setup: Setup, played: Played, record: Path) -> None:
        assert played.forfeit is not None
        name, seat = _forfeiter(setup, played).name, played.forfeit.seat
        super().__init__(
            f"{name}, one of Genial's own bots, failed in game {played.number} of seed "
            f"{setup.seed}, on seat {seat}: {played.forfeit.reason}; this is a fault of Genial, "
            f"and the record of the game is {record}"
        )
        self.played = played
        self.record = record


def is_bot_failure(setup: Setup, played: Played) -> bool:
    """Was the game forfeited by one of our own bots, not by a program or class of others?"""
    return played.forfeit is not None and _forfeiter(setup, played).kind == "bot"


def _forfeiter(setup: Setup, played: Played) -> Entrant:
    assert played.forfeit is not None
    return setup.entrants[played.seats[played.forfeit.seat - 1]]


class Match:
    """Games between bots, on the same deals with seats rotated."""

    def __init__(
        self,
        setup: Setup,
        plans: Sequence[Plan],
        *,
        games: int,
        sprt: Sprt | None = None,
        folder: MatchFolder | None = None,
    ) -> None:
        if not 1 <= games <= MOST_GAMES:
            raise BadOption(f"games must be 1 to {MOST_GAMES}, not {games}")
        if sprt is not None and len(setup.entrants) != 2:
            raise BadOption(f"sprt compares 2 bots, not {len(setup.entrants)}")
        self.setup = setup
        self.fixtures = fixtures(plans, games)
        self.standing = Standing(len(setup.entrants), plans)
        self.decided: int | None = None  # the deal with which the test came to its end
        self._sprt = sprt
        self._folder = folder
        self._in_order = 0  # deals up to this one are complete and tested
        self._pairs: list[int] = []  # how many of them had each score
        planned = {fixture.number for fixture in self.fixtures}
        for played in folder.done if folder is not None else ():
            if played.number in planned and not is_bot_failure(setup, played):
                self._add(played)

    @property
    def remaining(self) -> list[Fixture]:
        """The games that are still to be played."""
        if self.decided is not None:
            return []
        done = {game.number for games in self.standing.games.values() for game in games}
        return [fixture for fixture in self.fixtures if fixture.number not in done]

    def run(self, runner: Runner) -> GameStream:
        """Play what remains, until it is done or the test is decided; every game as it ends.

        Raises BotFailure if one of our own bots forfeits. Its game does not count: it is
        played again when the match is resumed.
        """
        with contextlib.closing(_closable(runner(self.setup, self.remaining))) as games:
            for played in games:
                if is_bot_failure(self.setup, played):
                    raise BotFailure(self.setup, played, self._write_failure(played))
                with _interrupted_later():  # what is kept is counted
                    if self._folder is not None:
                        self._folder.keep(played)
                    self._add(msgspec.structs.replace(played, record=""))  # there may be very many
                yield played
                if self.decided is not None:
                    return

    def _write_failure(self, played: Played) -> Path:
        """Write the record of a game that does not count, beside the others if they are kept."""
        if self._folder is not None:
            return self._folder.write_failure(played)
        path = Path(tempfile.mkdtemp(prefix="genial-arena-")) / failure_file(played)
        path.write_text(played.record, encoding="utf-8")
        return path

    def _add(self, played: Played) -> None:
        if self.standing.add(played) is None or self._sprt is None:
            return
        while self.decided is None and self._in_order + 1 in self.standing.deals:
            self._in_order += 1
            more = pair_counts([self.standing.deals[self._in_order]])
            self._pairs = [a + b for a, b in zip(self._pairs or [0] * len(more), more, strict=True)]
            if self._sprt.verdict(self._sprt.ratio(self._pairs)) is not None:
                self.decided = self._in_order

    def report(self) -> Report:
        """Return the numbers so far."""
        return report(self.setup, self.standing, sprt=self._sprt, last=self.decided)


@contextlib.contextmanager
def _interrupted_later() -> Iterator[None]:
    """Let Ctrl-C wait until the end of the block."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    waiting: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: waiting.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.SIG_DFL if before is None else before)
    if waiting:
        signal.raise_signal(signal.SIGINT)


def _closable(games: Iterable[Played]) -> GameStream:
    yield from games


def in_this_process(setup: Setup, fixtures: Sequence[Fixture]) -> Iterator[Played]:
    """Play games one after the other, here."""
    with Host(setup) as host:
        host.prepare()
        for fixture in fixtures:
            yield host.play(fixture)


def in_workers(count: int) -> Runner:
    """Play games in a number of processes."""
    return lambda setup, fixtures: processes.run(setup, fixtures, count)


def match(
    game: Game,
    bots: Sequence[str],
    *,
    games: int,
    seed: int | None = None,
    told: Mapping[str, Value] | None = None,
    limit: float = LIMIT,
    clock: Clock | None = None,
    sprt: Sprt | None = None,
    workers: int = 0,
    out: Path | None = None,
) -> Report:
    """Play a match and report on it; the bots are written as on the command line.

    Raises BotFailure if one of our own bots forfeits a game; other bots' forfeits are results.
    Without workers the games are played in this process.

    >>> import genial
    >>> match(genial.game("ingenious"), ["random", "random"], games=4, seed=1).games
    4
    """
    lineup, places = entrants(bots)
    setup = Setup(
        game=game.name,
        options=game.options,
        entrants=lineup,
        told=check_settings(told or {}),
        seed=secrets.randbits(32) if seed is None else seed,
        limit=limit,
        clock=clock,
    )
    planned = plans(game, places)
    folder = None if out is None else MatchFolder(out, setup, planned)
    contest = Match(setup, planned, games=games, sprt=sprt, folder=folder)
    try:
        for _ in contest.run(in_workers(workers) if workers else in_this_process):
            pass
    finally:
        if folder is not None:
            folder.close()
    return contest.report()
