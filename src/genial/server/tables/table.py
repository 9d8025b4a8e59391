"""A table: what its events replay to, and which events may follow. Nothing here waits or stores."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

import genial
from genial.core.game import Game, State
from genial.server.tables.clocks import Clocks
from genial.server.tables.days import end_of
from genial.server.tables.events import (
    Agreed,
    Declined,
    Ended,
    Entry,
    Followed,
    Forgotten,
    Moved,
    Opened,
    Paused,
    Person,
    Phase,
    Replaced,
    Robot,
    Screen,
    Seated,
    Sitter,
    Started,
    TakenBack,
    Terms,
    Wish,
)

_REMEMBERED = 64  # names of commands, so that a repeated one is recognised


@dataclasses.dataclass(eq=False)
class Table:
    """A table as it stands after its events."""

    name: str  # unguessable: who has it has the link
    secret: bytes = dataclasses.field(repr=False)  # the deals follow from it
    number: int = 0  # of the last event
    position: int = 0  # of the last event that changed what can be played: older moves are stale
    phase: Phase = "waiting"
    host: str = ""
    seats: tuple[Sitter, ...] = ()
    state: State | None = None
    clocks: Clocks | None = None
    ended: Ended | None = None
    commitment: str = ""
    out: tuple[int, ...] = ()  # seats that gave up their place, in that order
    wishes: Mapping[Wish, tuple[int, ...]] = dataclasses.field(default_factory=dict)  # who agrees
    followed: str = ""  # the table at which the same people play again
    moved_at: float = 0.0
    changed: float = 0.0  # when something last happened; that somebody was forgotten is nothing
    _terms: Terms | None = None
    _game: Game | None = None
    _commands: tuple[tuple[tuple[int, str], int], ...] = ()  # seat and name, event
    _ahead: tuple[State, str, State] | None = None  # a move tried last, and what it led to

    # --- what there is

    @property
    def terms(self) -> Terms:
        """What is played here, and how."""
        assert self._terms is not None
        return self._terms

    @property
    def game(self) -> Game:
        """The rules with their options."""
        assert self._game is not None
        return self._game

    @property
    def turn(self) -> int | None:
        """The seat to move; none if nobody is."""
        return self.state.turn if self.phase == "playing" and self.state is not None else None

    @property
    def bot_to_move(self) -> str | None:
        """The level of the bot that is to move; none if nobody or a person is."""
        turn = self.turn
        sitter = None if turn is None else self.seats[turn - 1]
        return sitter.level if isinstance(sitter, Robot) else None

    @property
    def deadline(self) -> float | None:
        """When the seat in turn runs out of time; bots do not."""
        if self.phase != "playing" or self.bot_to_move is not None:
            return None
        if self.terms.daily:
            return end_of(self.terms.daily)
        return None if self.clocks is None else self.clocks.deadline

    @property
    def is_clock_running(self) -> bool:
        """Does the clock of the seat in turn run? That of a bot does not count."""
        return self.clocks is not None and self.deadline is not None

    @property
    def one_screen(self) -> bool:
        """Do several people play at one screen?"""
        return any(isinstance(sitter, Screen) for sitter in self.seats)

    def is_sealed(self, now: float) -> bool:
        """Is it a daily challenge whose day is not over? Then only its player sees it."""
        return bool(self.terms.daily) and now < end_of(self.terms.daily)

    def key_at(self, now: float) -> str:
        """What the deals followed from, as soon as everybody may know it; until then nothing."""
        return "" if self.phase != "over" or self.is_sealed(now) else self.secret.hex()

    def seats_of(self, account: str) -> list[int]:
        """The seats somebody moves for, from 1."""
        return [
            seat
            for seat, sitter in enumerate(self.seats, 1)
            if isinstance(sitter, Person | Screen) and sitter.account == account
        ]

    def people(self, side: int | None = None) -> set[str]:
        """The accounts of all who play here, or of those who play on one seat's side."""
        sides = self.game.tracks
        return {
            sitter.account
            for sitter, track in zip(self.seats, sides, strict=True)
            if isinstance(sitter, Person | Screen) and (side is None or track == sides[side - 1])
        }

    @property
    def waited_for(self) -> set[str]:
        """The account of the player to move; none if nobody or a bot is."""
        turn = self.turn
        sitter = None if turn is None else self.seats[turn - 1]
        return {sitter.account} if isinstance(sitter, Person | Screen) else set()

    def repeats(self, seat: int, command: str) -> int | None:
        """The number of the event that a seat's command of this name brought about already."""
        return dict(self._commands).get((seat, command)) if command else None

    def tried(self, text: str, seat: int) -> State:
        """The state after a move; raises IllegalMove."""
        assert self.state is not None
        after = self.state.play(text, seat)
        self._ahead = self.state, text, after
        return after

    # --- replaying

    def copy(self) -> Table:
        """The same table, to which other events may happen."""
        other = Table.__new__(Table)
        other.__dict__.update(self.__dict__)  # dataclasses.replace takes ten times as long
        return other

    def apply(self, entry: Entry) -> None:
        """Let the next event happen."""
        if entry.number != self.number + 1:
            raise ValueError(f"event {entry.number} cannot follow {self.number}")
        event, at = entry.event, entry.at
        match event:
            case Opened():
                self._open(event)
            case Seated():
                self.seats = _with(self.seats, event.seat, event.sitter)
            case Started():
                self._start(event, at)
            case Moved():
                self._move(event, at)
            case TakenBack():
                assert self.state is not None
                self.state = self.state.take_back(event.moves)
                self._pass_clock(at)
            case Agreed():
                there = self.wishes.get(event.wish, ())
                self.wishes = {**self.wishes, event.wish: (*there, event.seat)}
            case Declined():
                self.wishes = {wish: by for wish, by in self.wishes.items() if wish != event.wish}
            case Followed():
                self.followed = event.table
            case Replaced():
                self.seats = _with(self.seats, event.seat, Robot(event.level))
                self.out = (*self.out, event.seat)
                self._pass_clock(at)
            case Paused():
                self.clocks = self.clocks and self.clocks.delayed(event.seconds)
                self.moved_at = max(at, event.until)
            case Forgotten():
                self._forget(event)
            case Ended():
                self.phase, self.ended = "over", event
                self.clocks = self.clocks and self.clocks.passed(None, at)
        self.number = entry.number
        if isinstance(event, Started | Moved | TakenBack | Ended):
            self.position, self.wishes = entry.number, {}
        if not isinstance(event, Forgotten):
            self.changed = at

    def _open(self, event: Opened) -> None:
        self._terms, self.seats, self.host = event.terms, event.seats, event.host
        self._game = genial.game(event.terms.game, **event.terms.options)

    def _start(self, event: Started, at: float) -> None:
        nonces = {seat: bytes.fromhex(text) for seat, text in event.nonces.items()}
        self.state = self.game.start(self.secret, nonces=nonces).with_draws(event.lines)
        self.phase, self.commitment = "playing", event.commitment
        if self.terms.pace is not None:
            self.clocks = Clocks.of(self.terms.pace, len(self.seats))
        self._pass_clock(at)

    def _move(self, event: Moved, at: float) -> None:
        assert self.state is not None
        ahead, self._ahead = self._ahead, None
        if ahead is not None and ahead[0] is self.state and ahead[1] == event.move:
            after = ahead[2]
        else:
            after = self.state.play(event.move)
        self.state = after.with_draws(event.lines)
        self._pass_clock(at)
        if event.command:
            named = (*self._commands, ((event.seat, event.command), self.number + 1))
            self._commands = named[-_REMEMBERED:]

    def _forget(self, event: Forgotten) -> None:
        for seat in event.seats:
            self.seats = _with(self.seats, seat, nameless(self.seats[seat - 1]))
        if event.host:
            self.host = ""

    def _pass_clock(self, at: float) -> None:
        self.moved_at = at
        if self.clocks is not None and self.state is not None:
            self.clocks = self.clocks.passed(self.state.turn, at)


def nameless(sitter: Sitter) -> Sitter:
    """The same without an account and its name."""
    return type(sitter)("", "") if isinstance(sitter, Person | Screen) else sitter


def _with(seats: tuple[Sitter, ...], seat: int, sitter: Sitter) -> tuple[Sitter, ...]:
    return (*seats[: seat - 1], sitter, *seats[seat:])
