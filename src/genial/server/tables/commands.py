"""What may happen next at a table: every function names the events, or refuses."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Literal

import msgspec

from genial.bots import levels
from genial.core.chance import NONCE_BYTES, commitment
from genial.core.errors import GenialError, one_of, quoted
from genial.core.game import Game, State
from genial.server.errors import NotAllowed, Refusal, Stale
from genial.server.tables.events import (
    Agreed,
    Declined,
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
from genial.server.tables.table import Table


def opened(game: Game, terms: Terms, host: str, seats: Sequence[Sitter]) -> list[Event]:
    """A table is opened; raises GenialError if its seats do not fit the game."""
    if len(seats) != game.players:
        raise Refusal(f"{game.title} has {game.players} seats here, not {len(seats)}",
                      code="wrong-seats")  # fmt: skip
    known = levels(game)
    for sitter in seats:
        if isinstance(sitter, Robot) and sitter.level not in known:
            raise Refusal(
                f"there is no level {quoted(sitter.level)}; there are {one_of(known)}",
                code="no-such-level",
            )
    people = [sitter.account for sitter in seats if isinstance(sitter, Person)]
    if len(set(people)) < len(people):
        raise Refusal("nobody sits on two seats", code="sits-already")
    _may_be_rated(terms, seats)
    for sitter in seats:
        _welcome(terms, sitter)
    if terms.rated and len(seats) > 1 and any(_is_guest(sitter) for sitter in seats):
        raise _not_kept()
    if terms.rated:
        terms = msgspec.structs.replace(terms, hints=False, take_backs=False, counting=False)
    return [Opened(host=host, terms=terms, seats=tuple(seats))]


def sat(table: Table, seat: int, who: Person) -> list[Event]:
    """Somebody sits down."""
    _waiting(table)
    _seat(table, seat)
    if not isinstance(table.seats[seat - 1], Free):
        raise Refusal(f"seat {seat} is taken", code="seat-taken", seat=seat)
    if table.seats_of(who.account):
        raise Refusal("you sit here already", code="sits-already")
    _welcome(table.terms, who)
    if table.terms.rated and who.guest:
        raise _not_kept()
    return [Seated(seat, who)]


def left(table: Table, account: str) -> list[Event]:
    """Somebody leaves before the game has begun; without its host a table is closed."""
    _waiting(table)
    if account == table.host:
        return [Ended(how="aborted")]
    mine = table.seats_of(account)
    if not mine:
        raise NotAllowed("you do not sit at this table", code="not-seated")
    return [Seated(seat, Free()) for seat in mine]


def rotated(seats: Sequence[Sitter]) -> list[Sitter]:
    """The seats one place further, for the next game; what was added to an old key is public."""
    fresh = [
        msgspec.structs.replace(sitter, nonce="") if isinstance(sitter, Person) else sitter
        for sitter in seats
    ]
    return [*fresh[1:], fresh[0]]


def started(table: Table, account: str, nonce: str = "") -> list[Event]:
    """The host starts the game, and adds his nonce if he plays. Who gave none gets one."""
    _waiting(table)
    if account != table.host:
        raise NotAllowed("only who opened the table can start", code="not-the-host")
    free = [seat for seat, sitter in enumerate(table.seats, 1) if isinstance(sitter, Free)]
    if free:
        raise Refusal(f"seat {free[0]} is still free", code="seat-free", seat=free[0])
    given = {
        seat: (nonce if who.account == account else "") or who.nonce
        for seat, who in enumerate(table.seats, 1)
        if isinstance(who, Person) and not table.terms.daily  # its deals are everybody's
    }
    nonces = {
        seat: bytes.fromhex(text) if text else secrets.token_bytes(NONCE_BYTES)
        for seat, text in given.items()
    }
    state = table.game.start(table.secret, nonces=nonces)
    return [
        Started(
            commitment=commitment(table.secret),
            nonces={seat: nonce.hex() for seat, nonce in nonces.items()},
            lines=state.chance_lines,
        )
    ]


def moved(
    table: Table, seat: int, text: str, command: str = "", known: int | None = None
) -> list[Event]:
    """A seat moves, and the game may end by it. `known` is the last event the mover knows of.

    A command that was carried out already is not carried out again.
    """
    if table.repeats(seat, command) is not None:
        return []
    _playing(table)
    if known is not None and known < table.position:
        raise Stale("something else has happened meanwhile", number=table.number)
    after = table.tried(text, seat)
    events: list[Event] = [Moved(seat=seat, move=text, lines=after.chance_lines, command=command)]
    if after.over:
        events.append(finished(table, after))
    return events


def finished(table: Table, state: State) -> Ended:
    """The game has ended by its rules; seats that were given up come last."""
    assert state.ranks is not None
    return Ended(how="finished", ranks=ranked(state.ranks, table.out), key=_key(table))


def ranked(ranks: Sequence[int], out: Sequence[int]) -> tuple[int, ...]:
    """Ranks by seat after those who gave up are put last, the first of them at the very end.

    >>> ranked((2, 1, 3), out=(2,))
    (1, 3, 2)
    >>> ranked((1, 1, 3, 4), out=(1, 3))
    (4, 1, 3, 2)
    >>> ranked((2, 1, 2, 1), out=())
    (2, 1, 2, 1)
    """
    if not out:
        return tuple(ranks)
    left = sorted(rank for seat, rank in enumerate(ranks, 1) if seat not in out)
    places = {seat: len(ranks) - k for k, seat in enumerate(out)}
    return tuple(
        places[seat] if seat in places else 1 + sum(other < rank for other in left)
        for seat, rank in enumerate(ranks, 1)
    )


def gave_up(
    table: Table,
    seat: int,
    why: Literal["time", "resigned", "gone"],
    level: str,
    *,
    replace: bool = False,
) -> list[Event]:
    """A seat resigns, is out of time or gone: with two sides the game ends, else a bot plays on.

    With `replace` a bot plays on, however many sides there are.
    """
    _playing(table)
    tracks = table.game.tracks
    mine = tracks[seat - 1]
    how: How = "abandoned" if why == "gone" else why
    if table.game.players == 1:
        return [Ended(how=how, seat=seat, key=_key(table))]
    if len(set(tracks)) == 2 and not replace:
        ranks = tuple(2 if track == mine else 1 for track in tracks)
        return [Ended(how=how, seat=seat, ranks=ranks, key=_key(table))]
    return [Replaced(seat, level, why)]


def expired(table: Table, now: float, level: str) -> list[Event]:
    """Whoever is to move has no time left; nothing if that is not so."""
    if table.turn is None or table.deadline is None or now < table.deadline:
        return []
    return gave_up(table, table.turn, "time", level)


def waited_for(table: Table, now: float, since: float) -> list[Event]:
    """The player to move has no time left, but was cut off through no fault of theirs."""
    if table.turn is None or table.deadline is None or now < table.deadline:
        return []
    seconds = now - max(since, table.moved_at)
    return [Paused(seconds, now)] if seconds > 0 and table.clocks is not None else []


def taken_back(table: Table, seat: int) -> list[Event]:
    """The last moves up to a seat's own last one are taken back; all others have agreed."""
    state = _playing(table)
    if table.terms.rated or not table.terms.take_backs:
        raise Refusal("moves cannot be taken back at this table", code="no-take-backs")
    moves, found = 0, False
    while not found:
        before = state.previous
        if before is None:
            raise Refusal("you have no move to take back", code="nothing-to-undo")
        found = before.turn == seat
        state, moves = before, moves + 1
    return [TakenBack(moves)]


def wished(table: Table, seat: int, wish: Wish, level: str) -> list[Event]:
    """A seat wishes something; when everybody concerned agrees, it happens.

    A bot of this level plays on for a seat that resigns among more than two.
    """
    if table.terms.daily and wish != "resign":
        raise Refusal("a daily challenge is played once", code="daily")
    if wish == "rematch":
        if table.phase != "over" or table.state is None:
            raise Refusal("the game is not over", code="not-over")
        _may_be_rated(table.terms, table.seats)
    else:
        _playing(table)
    agreed = table.wishes.get(wish, ())
    if wish == "undo":
        taken_back(table, agreed[0] if agreed else seat)
    if wish == "draw" and len(set(table.game.tracks)) != 2:
        raise Refusal("a draw can be offered where two sides play", code="no-draw")
    if wish == "draw" and not _has_person_against(table, seat):
        raise Refusal("bots do not agree to a draw", code="no-draw")
    if seat in agreed or table.followed:
        return []
    agreed = (*agreed, seat)
    if not is_agreed(table, wish, agreed):
        return [Agreed(seat, wish)]
    match wish:
        case "undo":
            return taken_back(table, agreed[0])
        case "draw":
            ranks = (1,) * len(table.seats)
            return [Ended(how="agreed", ranks=ranks, key=_key(table))]
        case "resign":
            return gave_up(table, seat, "resigned", level)
        case "rematch":
            return [Agreed(seat, wish)]


def is_agreed(table: Table, wish: Wish, seats: Sequence[int]) -> bool:
    """Do all who must agree to a wish, if these seats do? Partners resign together."""
    needed = table.people(seats[0] if wish == "resign" else None) if seats else set()
    agreed = {_account(table.seats[seat - 1]) for seat in seats}
    return bool(seats) and needed <= agreed


def is_followed(table: Table, seat: int) -> bool:
    """Is it this seat's agreement after which the same people play again?"""
    agreed = (*table.wishes.get("rematch", ()), seat)
    return not table.followed and is_agreed(table, "rematch", agreed)


def _has_person_against(table: Table, seat: int) -> bool:
    """Does anybody but bots play on another side, maybe at the same screen?"""
    tracks = table.game.tracks
    return any(
        isinstance(sitter, Person | Screen)
        for sitter, track in zip(table.seats, tracks, strict=True)
        if track != tracks[seat - 1]
    )


def declined(table: Table, seat: int, wish: Wish) -> list[Event]:
    """A seat does not agree to a wish, or takes its own back."""
    return [Declined(seat, wish)] if wish in table.wishes and not table.followed else []


def claimed(table: Table, account: str, gone: bool, level: str, *, replace: bool) -> list[Event]:
    """Who waits for somebody that is gone wins, or lets a bot play on."""
    _playing(table)
    if not table.seats_of(account):
        raise NotAllowed("you do not sit at this table", code="not-seated")
    turn = table.turn
    if (
        turn is None
        or not isinstance(table.seats[turn - 1], Person)
        or account in table.people(turn)
    ):
        raise Refusal("nobody keeps you waiting", code="nobody-waited-for")
    if table.terms.pace is not None and table.terms.pace.by_turn:
        raise Refusal("nobody has to be there all the time: the clock decides", code="by-turn")
    if not gone:
        raise Refusal("who is to move is still there", code="not-gone", seat=turn)
    return gave_up(table, turn, "gone", level, replace=replace)


def aborted(table: Table) -> list[Event]:
    """The table is closed before or during its game; nobody has won."""
    return [] if table.phase == "over" else [Ended(how="aborted", key=_key(table))]


def _account(sitter: Sitter) -> str:
    return sitter.account if isinstance(sitter, Person | Screen) else ""


def forgotten(table: Table, account: str, level: str) -> list[Event]:
    """Somebody deletes his account: he leaves, gives up what he plays, and is named no more."""
    mine, host = table.seats_of(account), table.host == account
    events: list[Event] = []
    if table.phase == "waiting":
        events += [Seated(seat, Free()) for seat in mine]
        mine = []
        if host:
            events.append(Ended(how="aborted"))
    elif table.phase == "playing" and mine:
        events += _walked_out(table, account, mine, level)
        mine = [] if isinstance(events[0], Replaced) else mine
    if mine or host:
        events.append(Forgotten(tuple(mine), host))
    return events


def _walked_out(table: Table, account: str, mine: list[int], level: str) -> list[Event]:
    """Who is gone gives up all his seats; with no other person there, the game is no more."""
    if not any(isinstance(who, Person) and who.account != account for who in table.seats):
        return [Ended(how="aborted", key=_key(table))]
    events = [event for seat in mine for event in gave_up(table, seat, "gone", level)]
    return events[:1] if isinstance(events[0], Ended) else events


def new_secret() -> tuple[str, bytes]:
    """An unguessable name for a table, and the key its deals follow from."""
    return secrets.token_urlsafe(12), secrets.token_bytes(32)


def _key(table: Table) -> str:
    """What is told at the end. A daily challenge keeps it: others still play the same deals."""
    return "" if table.terms.daily else table.secret.hex()


def _may_be_rated(terms: Terms, seats: Sequence[Sitter]) -> None:
    if terms.rated and any(not isinstance(sitter, Person | Free) for sitter in seats):
        raise Refusal("only games between people, each at a screen of their own, are rated",
                      code="not-rated")  # fmt: skip
    check_clock(terms.rated, terms.pace, len(seats))


def check_clock(rated: bool, pace: Pace | None, players: int) -> None:
    """Raise Refusal for a rated table without a clock: a player who is losing could stall."""
    if rated and pace is None and players > 1:
        raise Refusal("a rated table needs a clock", code="no-clock")


def _is_guest(sitter: Sitter) -> bool:
    return isinstance(sitter, Person) and sitter.guest


def _not_kept() -> NotAllowed:
    return NotAllowed("rated games need a name that is kept with a password", code="not-kept")


def _welcome(terms: Terms, sitter: Sitter) -> None:
    """Bots play rated games only where everybody can know."""
    if isinstance(sitter, Person) and sitter.bot and terms.rated and not terms.bots:
        raise NotAllowed("this rated table is for people", code="no-bots")


def _waiting(table: Table) -> None:
    if table.phase != "waiting":
        raise Refusal("the game has begun", code="has-begun")


def _playing(table: Table) -> State:
    if table.phase != "playing" or table.state is None:
        over = table.phase == "over"
        raise Refusal(
            "the game is over" if over else "the game has not begun",
            code="game-over" if over else "not-begun",
        )
    return table.state


def _seat(table: Table, seat: int) -> None:
    if seat not in range(1, len(table.seats) + 1):
        seats = f"there are seats 1 to {len(table.seats)}"
        raise GenialError(f"{seats}, not {quoted(seat)}", code="no-such-seat")
