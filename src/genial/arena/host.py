"""The host of a match's games: makes the bots, seats them, and keeps programs running."""

from __future__ import annotations

import shlex
from types import TracebackType
from typing import Any

import msgspec

import genial
from genial.arena.external import Program
from genial.arena.lineup import Entrant, Value, make_bot
from genial.arena.play import Forfeit, MoveListener, Played, Times, failure, outcome, play, shorten
from genial.arena.schedule import Fixture, key_of, seed_of
from genial.bots import Bot, Clock
from genial.bots.compilation import rehearse
from genial.core.errors import BadOption
from genial.core.facts import HEAD_START
from genial.core.game import Game


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """All that the games of a match have in common."""

    game: str
    options: dict[str, Any]
    entrants: tuple[Entrant, ...]
    told: dict[str, Value] = {}  # settings for every bot that understands them
    seed: int
    limit: float  # the longest time in seconds for a move
    clock: Clock | None = None
    head_starts: tuple[int, ...] | None = None  # by entrant; none: no bot has one

    def rules(self) -> Game:
        """Return the game with its options."""
        return genial.game(self.game, **self.options)

    def rules_of(self, fixture: Fixture) -> Game:
        """Return the game as a fixture plays it: bots take their head starts to their seats."""
        game = self.rules()
        if self.head_starts is None:
            return game
        leads = [self.head_starts[entrant] for entrant in fixture.seats]
        return genial.game(game.name, **{**game.options, HEAD_START: leads})

    def names(self, fixture: Fixture) -> list[str]:
        """Return the names of the bots by seat."""
        return [self.entrants[entrant].name for entrant in fixture.seats]


class Host:
    """Plays the games of a match, one after the other."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._game = setup.rules()
        self._programs: dict[tuple[int, int], Program] = {}  # by entrant and which of its seats

    def __enter__(self) -> Host:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def prepare(self) -> None:
        """Make every bot and let it play a little, so that no game waits for a compiler.

        Raises GenialError if one cannot be made at all.
        """
        for place, entrant in enumerate(self._setup.entrants):
            if entrant.kind == "cmd":
                self._program(place, 0)
            else:
                self._rehearse(entrant, self._make_bot(self._game, place, seed=0))

    def _rehearse(self, entrant: Entrant, bot: Bot) -> None:
        """Let a bot play a little; raise BadOption if a class of the user's own fails at that."""
        try:
            rehearse(self._game, bot)
        except Exception as error:
            if entrant.kind != "py":
                raise
            why = shorten(f"{type(error).__name__}: {error}")
            raise BadOption(f"py:{entrant.source} fails at its first moves: {why}") from error

    def own_names(self) -> list[str]:
        """Return what every entrant calls itself, or as it is written."""
        running = {place: program for (place, _), program in self._programs.items()}
        return [
            running[place].own_name if place in running else entrant.name
            for place, entrant in enumerate(self._setup.entrants)
        ]

    def play(self, fixture: Fixture, watch: MoveListener | None = None) -> Played:
        """Play one game."""
        setup, game = self._setup, self._setup.rules_of(fixture)
        key = key_of(setup.seed, fixture.deal)
        bots: list[Bot] = []
        for seat, entrant in enumerate(fixture.seats, 1):
            if watch is not None:
                watch(seat, None, 0.0)
            seed = seed_of(setup.seed, fixture.number, seat)
            try:
                which = fixture.seats[: seat - 1].count(entrant)
                bots.append(self._seat_bot(game, entrant, which, seed))
            except Exception as error:
                return forfeit_game(setup, fixture, [], failure(seat, error))
        played = play(
            game,
            bots,
            seed=key,
            limit=setup.limit,
            clock=setup.clock,
            names=setup.names(fixture),
            headers=headers(fixture),
            watch=watch,
        )
        return _with_fixture(played, fixture)

    def _make_bot(self, game: Game, place: int, *, seed: int) -> Bot:
        return make_bot(self._setup.entrants[place], game, seed=seed, told=self._setup.told)

    def _seat_bot(self, game: Game, place: int, which: int, seed: int) -> Bot:
        if self._setup.entrants[place].kind != "cmd":
            return self._make_bot(game, place, seed=seed)
        program = self._program(place, which)
        program.game, program.seed = game, seed
        return program

    def _program(self, place: int, which: int) -> Program:
        """Return a program that runs already, or a new one in place of one that has ended."""
        program = self._programs.get((place, which))
        if program is not None and not program.alive:
            program.close()
            program = None
        if program is None:
            entrant = self._setup.entrants[place]
            program = Program(
                self._game,
                shlex.split(entrant.source),
                told=self._setup.told,
                limit=self._setup.limit,
            )
            self._programs[place, which] = program
        return program

    def close(self) -> None:
        """End all programs."""
        for program in self._programs.values():
            program.close()
        self._programs.clear()


def forfeit_game(
    setup: Setup, fixture: Fixture, moves: list[tuple[str, float]], forfeit: Forfeit
) -> Played:
    """Return a game that ended after these moves and their seconds, because a bot failed."""
    state = setup.rules_of(fixture).start(key_of(setup.seed, fixture.deal))
    times = Times(state.game.players)
    for text, seconds in moves:
        assert state.turn is not None
        times.add(state.turn, seconds)
        state = state.play(text)
    forfeit = Forfeit(forfeit.seat, forfeit.why, shorten(forfeit.reason))
    names = setup.names(fixture)
    played = outcome(state, times, forfeit, names=names, headers=headers(fixture))
    return _with_fixture(played, fixture)


def headers(fixture: Fixture) -> dict[str, str]:
    """Return what a game's record says of its match."""
    return {"round": str(fixture.number), "deal": str(fixture.deal)}


def _with_fixture(played: Played, fixture: Fixture) -> Played:
    return msgspec.structs.replace(
        played, number=fixture.number, deal=fixture.deal, seats=fixture.seats
    )
