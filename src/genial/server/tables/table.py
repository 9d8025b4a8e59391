"""A table: the state to which its events replay. Nothing here waits or stores."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

import genial
from genial.core.game import Game
from genial.core.state import State
from genial.core.view import read_json
from genial.server.tables.clocks import HAND_OVER, Clocks
from genial.server.tables.days import end_of
from genial.server.tables.events import (
    Agreed,
    Declined,
    Ended,
    Entry,
    Followed,
    Forgotten,
    Human,
    Moved,
    Opened,
    Paused,
    Person,
    Phase,
    Proposal,
    Readied,
    Replaced,
    Robot,
    Seated,
    Sitter,
    Started,
    TakenBack,
    Terms,
)

_ChangesPosition = Started | Moved | TakenBack | Ended
_REMEMBERED = 64  # commands of clients, so that a repeated one is recognised


@dataclasses.dataclass(eq=False)
class Table:
    """A table as it stands after its events."""

    name: str  # unguessable: it is the link to the table
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
    out: tuple[int, ...] = ()  # seats that a bot has taken over, in that order
    proposals: Mapping[Proposal, tuple[int, ...]] = dataclasses.field(default_factory=dict)
    evening: str = ""  # the table at which the same players began; empty if it is this one
    earlier: int = 0  # tables of that evening before this one
    followed: str = ""  # the table at which the same players play again
    beginning: str = ""  # the position from which the game begins, as JSON; none: the set-up
    moved_at: float = 0.0  # since when time may have been lost that the clock is to get back
    changed: float = 0.0  # time of the last event; a deleted account does not count as one
    turn: int | None = None  # the seat to move; none unless a game is being played
    bot_to_move: str | None = None  # the level of the bot to move; none if no bot is to move
    _terms: Terms | None = None
    _game: Game | None = None
    # By seat and command: the number of its event, the oldest first.
    _commands: Mapping[tuple[int, str], int] = dataclasses.field(default_factory=dict)

    # --- queries

    @property
    def terms(self) -> Terms:
        """Return what is played here, and how."""
        assert self._terms is not None
        return self._terms

    @property
    def game(self) -> Game:
        """Return the rules with their options."""
        assert self._game is not None
        return self._game

    @property
    def deadline(self) -> float | None:
        """Return when the seat to move runs out of time; bots never do."""
        if self.phase != "playing" or self.bot_to_move is not None:
            return None
        if self.terms.daily:
            return end_of(self.terms.daily)
        return None if self.clocks is None else self.clocks.deadline

    @property
    def is_clock_running(self) -> bool:
        """Tell if the clock of the seat to move runs; a bot's does not."""
        return self.clocks is not None and self.deadline is not None

    def is_sealed(self, now: float) -> bool:
        """Tell if it is a daily challenge whose day is not over: only its player may see it."""
        return bool(self.terms.daily) and now < end_of(self.terms.daily)

    def key_at(self, now: float) -> str:
        """Return the key that the deals followed from; empty while it must stay secret."""
        return "" if self.phase != "over" or self.is_sealed(now) else self.secret.hex()

    def seats_of(self, account: str) -> list[int]:
        """Return the seats that an account moves for, from 1."""
        return [
            seat
            for seat, sitter in enumerate(self.seats, 1)
            if isinstance(sitter, Human) and sitter.account == account
        ]

    def accounts(self, side: int | None = None) -> set[str]:
        """Return the accounts of all players, or of those on the side of a seat."""
        sides = self.game.tracks
        return {
            sitter.account
            for sitter, track in zip(self.seats, sides, strict=True)
            if isinstance(sitter, Human) and (side is None or track == sides[side - 1])
        }

    @property
    def accounts_to_move(self) -> set[str]:
        """Return the account of the player to move; empty if no player is."""
        turn = self.turn
        sitter = None if turn is None else self.seats[turn - 1]
        return {sitter.account} if isinstance(sitter, Human) else set()

    def number_of(self, seat: int, command: str) -> int | None:
        """Return the number of the event that a seat's command led to; None if it is new."""
        return self._commands.get((seat, command)) if command else None

    def first_state(self, nonces: Mapping[int, bytes]) -> State:
        """Return the game as it begins, with the nonces of the players by seat."""
        if self.beginning:
            return self.game.at(read_json(self.beginning), self.secret, nonces=nonces)
        return self.game.start(self.secret, nonces=nonces)

    # --- replaying

    def copy(self) -> Table:
        """Return a copy to which events can be applied."""
        other = Table.__new__(Table)
        other.__dict__.update(self.__dict__)  # dataclasses.replace takes ten times as long
        return other

    def apply(self, entry: Entry, state: State | None = None) -> None:
        """Apply the next event. `state` is the game after a move, if it is known already."""
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
                self._move(event, at, state)
            case TakenBack():
                assert self.state is not None
                self.state = self.state.take_back(event.moves)
                self._pass_clock(at)
            case Agreed():
                seats = self.proposals.get(event.proposal, ())
                self.proposals = {**self.proposals, event.proposal: (*seats, event.seat)}
            case Declined():
                self.proposals = {
                    proposal: seats
                    for proposal, seats in self.proposals.items()
                    if proposal != event.proposal
                }
            case Followed():
                self.followed = event.table
            case Replaced():
                self.seats = _with(self.seats, event.seat, Robot(event.level))
                self.out = (*self.out, event.seat)
                self._pass_clock(at)
            case Paused():
                self.clocks = self.clocks and self.clocks.delay(event.seconds)
                self.moved_at = event.until or at  # what is lost after that is not given back yet
            case Readied():
                self.clocks = self.clocks and self.clocks.end_rest(at)
            case Forgotten():
                self._forget(event)
            case Ended():
                self.phase, self.ended = "over", event
                self.clocks = self.clocks and self.clocks.pass_to(None, at)
        self.number = entry.number
        if isinstance(event, _ChangesPosition):
            self.position, self.proposals = entry.number, {}
        if not isinstance(event, Forgotten):
            self.changed = at
        self._find_turn()

    def _open(self, event: Opened) -> None:
        self._terms, self.seats, self.host = event.terms, event.seats, event.host
        self.beginning = event.beginning
        self.evening, self.earlier = event.evening, event.earlier
        self._game = genial.game(event.terms.game, **event.terms.options)

    def _start(self, event: Started, at: float) -> None:
        nonces = {seat: bytes.fromhex(text) for seat, text in event.nonces.items()}
        self.state = self.first_state(nonces).with_draws(event.lines)
        self.phase, self.commitment = "playing", event.commitment
        if self.terms.pace is not None:
            self.clocks = Clocks.of(self.terms.pace, len(self.seats))
        self._pass_clock(at)

    def _move(self, event: Moved, at: float, state: State | None) -> None:
        assert self.state is not None
        if state is None:
            state = self.state.play(event.move).with_draws(event.lines)
        self.state = state
        self._pass_clock(at)
        if event.command:
            commands = {**self._commands, (event.seat, event.command): self.number + 1}
            if len(commands) > _REMEMBERED:
                del commands[next(iter(commands))]
            self._commands = commands

    def _forget(self, event: Forgotten) -> None:
        for seat in event.seats:
            self.seats = _with(self.seats, seat, anonymous(self.seats[seat - 1]))
        if event.host:
            self.host = ""

    def _find_turn(self) -> None:
        state = self.state if self.phase == "playing" else None
        self.turn = turn = None if state is None else state.turn
        sitter = None if turn is None else self.seats[turn - 1]
        self.bot_to_move = sitter.level if isinstance(sitter, Robot) else None

    def _pass_clock(self, at: float) -> None:
        self.moved_at = at
        if self.clocks is not None and self.state is not None:
            self._find_turn()
            self.clocks = self.clocks.pass_to(self.state.turn, at, self._hand_over_time())

    def _hand_over_time(self) -> float:
        """Return for how long the clock of the seat to move rests: a shared screen hides what
        only the next player may see until that player is ready.
        """
        sitter = None if self.turn is None else self.seats[self.turn - 1]
        if not isinstance(sitter, Human) or len(self.seats_of(sitter.account)) < 2:
            return 0.0
        is_there = (
            isinstance(sitter, Person) and self.state is not None and not self.state.move_count
        )
        return 0.0 if is_there or not self.game.facts.has_hidden_information else HAND_OVER


def anonymous(sitter: Sitter) -> Sitter:
    """Return the sitter without account and name."""
    return type(sitter)("", "") if isinstance(sitter, Human) else sitter


def _with(seats: tuple[Sitter, ...], seat: int, sitter: Sitter) -> tuple[Sitter, ...]:
    return (*seats[: seat - 1], sitter, *seats[seat:])
