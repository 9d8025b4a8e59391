"""The commands at a table. Each is a pure decision: it names what happens, or raises a refusal.

They take the table as it stands and the time, and return the events together with the table after
them. Nothing here waits or stores.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from genial.bots import levels
from genial.core.chance import NONCE_BYTES, commitment
from genial.core.errors import GenialError, one_of, quote
from genial.core.facts import HEAD_START
from genial.core.game import Game
from genial.core.state import State
from genial.games import facts
from genial.server.errors import NotAllowed, Refusal, Stale
from genial.server.tables.decision import Decision, decide
from genial.server.tables.events import (
    Ended,
    Event,
    Forgotten,
    Free,
    How,
    Moved,
    Opened,
    Pace,
    Paused,
    Person,
    Readied,
    Replaced,
    Robot,
    Seated,
    Sitter,
    Started,
    Terms,
)
from genial.server.tables.table import Table

# --- before the game


def open_table(
    table: Table, now: float, game: Game, terms: Terms, host: str, seats: Sequence[Sitter],
    beginning: str = "", *, evening: str = "", earlier: int = 0,
) -> Decision:  # fmt: skip
    """Open a table that has only a name and a key; raise GenialError if its seats do not fit.

    `beginning` is the position from which its game begins, as JSON; `evening` and `earlier` are
    those of a rematch. Nothing happens if the table is open already.
    """
    if table.number > 0:
        return Decision((), table)
    terms = msgspec.structs.replace(terms, from_position=bool(beginning))
    if len(seats) != game.players:
        raise Refusal(f"{game.title} has {game.players} seats here, not {len(seats)}.",
                      code="wrong-seats")  # fmt: skip
    known = levels(game)
    for sitter in seats:
        if isinstance(sitter, Robot) and sitter.level not in known:
            raise Refusal(
                f"There is no level {quote(sitter.level)}; there are {one_of(known)}.",
                code="no-such-level",
            )
    accounts = [sitter.account for sitter in seats if isinstance(sitter, Person)]
    if len(set(accounts)) < len(accounts):
        raise Refusal("No player can take two seats.", code="sits-already")
    check_rated(terms, seats)
    for sitter in seats:
        _check_bots_allowed(terms, sitter)
    if terms.rated and len(seats) > 1 and any(_is_guest(sitter) for sitter in seats):
        raise _not_kept()
    if terms.rated:
        terms = msgspec.structs.replace(terms, hints=False, take_backs=False, counting=False)
    opened = Opened(
        host=host, terms=terms, seats=tuple(seats), beginning=beginning, evening=evening,
        earlier=earlier,
    )  # fmt: skip
    return decide(table, now, [opened])


def sit(table: Table, now: float, seat: int, player: Person) -> Decision:
    """Take a free seat."""
    _check_waiting(table)
    _check_seat(table, seat)
    if not isinstance(table.seats[seat - 1], Free):
        raise Refusal(f"Seat {seat} is taken.", code="seat-taken", seat=seat)
    if table.seats_of(player.account):
        raise Refusal("You sit here already.", code="sits-already")
    _check_bots_allowed(table.terms, player)
    if table.terms.rated and player.guest:
        raise _not_kept()
    return decide(table, now, [Seated(seat, player)])


def leave(table: Table, now: float, account: str) -> Decision:
    """Leave before the game has begun; without its host a table is closed."""
    _check_waiting(table)
    if account == table.host:
        return decide(table, now, [Ended(how="aborted")])
    mine = table.seats_of(account)
    if not mine:
        raise _not_seated()
    return decide(table, now, [Seated(seat, Free()) for seat in mine])


def start(table: Table, now: float, account: str, nonce: str = "") -> Decision:
    """Start the game as its host, with a nonce if they play. Missing nonces are drawn."""
    _check_waiting(table)
    if account != table.host:
        raise NotAllowed("Only the host can start the game.", code="not-the-host")
    free = [seat for seat, sitter in enumerate(table.seats, 1) if isinstance(sitter, Free)]
    if free:
        raise Refusal(f"Seat {free[0]} is still free.", code="seat-free", seat=free[0])
    given = {
        seat: (nonce if sitter.account == account else "") or sitter.nonce
        for seat, sitter in enumerate(table.seats, 1)
        if isinstance(sitter, Person) and not table.terms.daily  # all players share its deals
    }
    nonces = {
        seat: bytes.fromhex(text) if text else secrets.token_bytes(NONCE_BYTES)
        for seat, text in given.items()
    }
    state = table.first_state(nonces)
    started = Started(
        commitment=commitment(table.secret),
        nonces={seat: nonce.hex() for seat, nonce in nonces.items()},
        lines=state.chance_lines,
    )
    return decide(table, now, [started])


def new_secret() -> tuple[str, bytes]:
    """Return an unguessable name for a table, and the key that its deals follow from."""
    return secrets.token_urlsafe(12), secrets.token_bytes(32)


# --- during the game


def move(
    table: Table, now: float, seat: int, text: str, command: str = "", known: int | None = None
) -> Decision:
    """Play a move, which may end the game. `known` is the last event that the player knows of.

    A command that was carried out already is not carried out again.
    """
    if table.number_of(seat, command) is not None:
        return Decision((), table)
    state = check_playing(table)
    if known is not None and known < table.position:
        raise Stale("Something else has happened in the meantime.", number=table.number)
    state = state.play(text, seat)
    events: list[Event] = [Moved(seat=seat, move=text, lines=state.chance_lines, command=command)]
    if state.over:
        assert state.ranks is not None
        ranks = rank_last(state.ranks, table.out)
        events.append(Ended(how="finished", ranks=ranks, key=revealed_key(table)))
    return decide(table, now, events, state=state)


def rank_last(ranks: Sequence[int], out: Sequence[int]) -> tuple[int, ...]:
    """Return the ranks by seat after seats that gave up come last, the first of them at the end.

    >>> rank_last((2, 1, 3), out=(2,))
    (1, 3, 2)
    >>> rank_last((1, 1, 3, 4), out=(1, 3))
    (4, 1, 3, 2)
    >>> rank_last((2, 1, 2, 1), out=())
    (2, 1, 2, 1)
    """
    if not out:
        return tuple(ranks)
    left = sorted(rank for seat, rank in enumerate(ranks, 1) if seat not in out)
    last = {seat: len(ranks) - k for k, seat in enumerate(out)}
    return tuple(
        last[seat] if seat in last else 1 + sum(other < rank for other in left)
        for seat, rank in enumerate(ranks, 1)
    )


def give_up(
    table: Table, now: float, seat: int, why: Literal["time", "resigned", "gone"], level: str, *,
    replace: bool = False,
) -> Decision:  # fmt: skip
    """End the game for a seat: with two sides it is over, otherwise a bot of a level plays on.

    With `replace` a bot plays on, however many sides there are.
    """
    return decide(table, now, events_of_giving_up(table, seat, why, level, replace=replace))


def events_of_giving_up(
    table: Table, seat: int, why: Literal["time", "resigned", "gone"], level: str, *,
    replace: bool = False,
) -> list[Event]:  # fmt: skip
    """Return what happens when a seat gives up, see `give_up`."""
    check_playing(table)
    tracks = table.game.tracks
    mine = tracks[seat - 1]
    how: How = "abandoned" if why == "gone" else why
    if table.game.players == 1:
        return [Ended(how=how, seat=seat, key=revealed_key(table))]
    if len(set(tracks)) == 2 and not replace:
        ranks = tuple(2 if track == mine else 1 for track in tracks)
        return [Ended(how=how, seat=seat, ranks=ranks, key=revealed_key(table))]
    return [Replaced(seat, level, why)]


def expire(table: Table, now: float, level: str) -> Decision:
    """End the turn of a player who has no time left; nothing happens if they have some."""
    turn = table.turn
    if turn is None or not _is_expired(table, now):
        return Decision((), table)
    return give_up(table, now, turn, "time", level)


def expire_instead(table: Table, now: float, seat: int, decision: Decision, level: str) -> Decision:
    """Return a seat's decision, unless its own time has run out: then that is what happens.

    The player is refused after it has happened.
    """
    if not decision.entries or table.turn != seat or not _is_expired(table, now):
        return decision
    expiry = expire(table, now, level)
    refusal = Refusal("Your time has run out.", code="out-of-time", seat=seat)
    return Decision(expiry.entries, expiry.after, refusal=refusal)


def wait_for_reconnection(table: Table, now: float, since: float) -> Decision:
    """Give time back to a player who has none left, but was cut off by the server since a time."""
    if table.clocks is None or not _is_expired(table, now):
        return Decision((), table)
    seconds = now - max(since, table.moved_at)
    return pause(table, now, seconds, now) if seconds > 0 else Decision((), table)


def pause(table: Table, now: float, seconds: float, until: float = 0.0) -> Decision:
    """Give seconds back to the running clock, for all downtimes that ended by a time."""
    return decide(table, now, [Paused(seconds, until)])


def be_ready(table: Table, now: float, seat: int) -> Decision:
    """Let the clock of a seat run that rests while a shared screen is handed over."""
    if table.turn != seat or table.clocks is None or table.clocks.rest(now) == 0:
        return Decision((), table)
    return decide(table, now, [Readied(seat)])


def claim(
    table: Table, now: float, account: str, level: str, *, is_gone: bool, replace: bool
) -> Decision:
    """Win against the player to move, who is gone, or let a bot play on for them."""
    check_playing(table)
    if not table.seats_of(account):
        raise _not_seated()
    turn = table.turn
    if (
        turn is None
        or not isinstance(table.seats[turn - 1], Person)
        or account in table.accounts(turn)
    ):
        raise Refusal("You are not waiting for another player.", code="nobody-waited-for")
    if table.terms.pace is not None and table.terms.pace.by_turn:
        raise Refusal("Players may be away between turns here: the clock decides.", code="by-turn")
    if not is_gone:
        raise Refusal("The player to move is still there.", code="not-gone", seat=turn)
    return give_up(table, now, turn, "gone", level, replace=replace)


def abort(table: Table, now: float) -> Decision:
    """Close a table before or during its game, without a winner."""
    if table.phase == "over":
        return Decision((), table)
    return decide(table, now, [Ended(how="aborted", key=revealed_key(table))])


# --- deleted accounts


def forget_account(table: Table, now: float, account: str, level: str) -> Decision:
    """Remove a deleted account: it leaves, gives up what it plays, and is named no more."""
    mine, is_host = table.seats_of(account), table.host == account
    events: list[Event] = []
    if table.phase == "waiting":
        events += [Seated(seat, Free()) for seat in mine]
        mine = []
        if is_host:
            events.append(Ended(how="aborted"))
    elif table.phase == "playing" and mine:
        events += _events_of_walking_out(table, account, mine, level)
        mine = [] if isinstance(events[0], Replaced) else mine
    if mine or is_host:
        events.append(Forgotten(tuple(mine), is_host))
    return decide(table, now, events)


def _events_of_walking_out(table: Table, account: str, mine: list[int], level: str) -> list[Event]:
    """Give up all seats of an account; without another person the game is aborted."""
    if not any(isinstance(other, Person) and other.account != account for other in table.seats):
        return [Ended(how="aborted", key=revealed_key(table))]
    events = [event for seat in mine for event in events_of_giving_up(table, seat, "gone", level)]
    return events[:1] if isinstance(events[0], Ended) else events


# --- conditions


def check_playing(table: Table) -> State:
    """Return the game that is being played; raise Refusal if there is none."""
    if table.phase != "playing" or table.state is None:
        is_over = table.phase == "over"
        raise Refusal(
            "The game is over." if is_over else "The game has not begun.",
            code="game-over" if is_over else "not-begun",
        )
    return table.state


def check_rated(terms: Terms, seats: Sequence[Sitter]) -> None:
    """Raise Refusal if a table is to be rated, and cannot be."""
    if terms.rated and any(not isinstance(sitter, Person | Free) for sitter in seats):
        raise Refusal("Only games between people, each at a screen of their own, are rated.",
                      code="not-rated")  # fmt: skip
    if terms.rated and terms.from_position:
        raise Refusal("A game that begins from a position cannot be rated.", code="rated-position")
    check_head_start(terms.rated, terms.options)
    check_clock(terms.rated, terms.pace, len(seats))
    check_board(terms.rated, terms.game, terms.options)


def check_clock(rated: bool, pace: Pace | None, players: int) -> None:
    """Raise Refusal for a rated table without a clock: a player who is losing could stall."""
    if rated and pace is None and players > 1:
        raise Refusal("A rated table needs a clock.", code="no-clock")


def check_head_start(rated: bool, options: Mapping[str, int | str]) -> None:
    """Raise Refusal for a rated table at which a seat has a head start."""
    if rated and HEAD_START in options:
        raise Refusal("A game with a head start cannot be rated.", code="rated-head-start")


def check_board(rated: bool, game: str, options: Mapping[str, int | str]) -> None:
    """Raise Refusal for a rated game on another board than the game's own."""
    for option in facts(game).options if rated else ():
        if option.name == "board" and options.get("board", option.default) != option.default:
            raise Refusal(f"Only games on the board {option.default} are rated.",
                          code="casual-board")  # fmt: skip


def revealed_key(table: Table) -> str:
    """Return the key that the end of a game reveals.

    A daily challenge keeps it: others still play the same deals.
    """
    return "" if table.terms.daily else table.secret.hex()


def _is_expired(table: Table, now: float) -> bool:
    deadline = table.deadline
    return deadline is not None and now >= deadline and table.turn is not None


def _is_guest(sitter: Sitter) -> bool:
    return isinstance(sitter, Person) and sitter.guest


def _not_kept() -> NotAllowed:
    return NotAllowed("Rated games need an account with a password.", code="not-kept")


def _not_seated() -> NotAllowed:
    return NotAllowed("You do not sit at this table.", code="not-seated")


def _check_bots_allowed(terms: Terms, sitter: Sitter) -> None:
    """Raise NotAllowed for a bot at a rated table that does not announce bots."""
    if isinstance(sitter, Person) and sitter.bot and terms.rated and not terms.bots:
        raise NotAllowed("This rated table is for people.", code="no-bots")


def _check_waiting(table: Table) -> None:
    if table.phase != "waiting":
        raise Refusal("The game has begun.", code="has-begun")


def _check_seat(table: Table, seat: int) -> None:
    if seat not in range(1, len(table.seats) + 1):
        seats = f"There are seats 1 to {len(table.seats)}"
        raise GenialError(f"{seats}, not {quote(seat)}.", code="no-such-seat")
