"""What a seat proposes to the others: an undo, a draw, to resign together, a rematch.

Like all commands these are pure decisions. A proposal is carried out when all have agreed.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

import genial
from genial.core.facts import HEAD_START
from genial.core.game import Game
from genial.core.kit import head_starts
from genial.server.errors import Refusal
from genial.server.tables import commands
from genial.server.tables.decision import Decision, decide
from genial.server.tables.events import (
    Agreed,
    Declined,
    Ended,
    Event,
    Followed,
    Human,
    Person,
    Proposal,
    Sitter,
    TakenBack,
    Terms,
)
from genial.server.tables.table import Table

LONGEST_EVENING = 100  # tables


def propose(table: Table, now: float, seat: int, proposal: Proposal, level: str) -> Decision:
    """Propose something, or agree to it: it happens when all have agreed.

    A bot of this level plays on for a seat that resigns among more than two. A rematch is a table
    of its own, whose game has begun.
    """
    _check_possible(table, seat, proposal)
    agreed = table.proposals.get(proposal, ())
    events: list[Event] = [] if seat in agreed else [Agreed(seat, proposal)]
    agreed = (*agreed, seat)
    if table.followed or (not events and proposal != "rematch"):
        return Decision((), table)
    if not _is_agreed(table, proposal, agreed):
        return decide(table, now, events)
    match proposal:
        case "undo":
            return take_back(table, now, agreed[0])
        case "draw":
            ranks, key = (1,) * len(table.seats), commands.revealed_key(table)
            return decide(table, now, [Ended(how="agreed", ranks=ranks, key=key)])
        case "resign":
            return commands.give_up(table, now, seat, "resigned", level)
        case "rematch":
            sequel = _open_rematch(table, now)
            return decide(table, now, [*events, Followed(sequel.after.name)], sequel=sequel)


def decline(table: Table, now: float, seat: int, proposal: Proposal) -> Decision:
    """Decline a proposal, or withdraw one's own."""
    is_open = proposal in table.proposals and not table.followed
    return decide(table, now, [Declined(seat, proposal)] if is_open else [])


def is_rematch_possible(table: Table) -> bool:
    """Tell if the players of a finished game can play again."""
    try:
        _check_possible(table, 1, "rematch")
    except Refusal:
        return False
    return True


def undoable_seats(table: Table, seats: Sequence[int]) -> tuple[int, ...]:
    """Return those of these seats that could ask to take back a move."""
    terms = table.terms
    if not seats or table.phase != "playing" or terms.rated or not terms.take_backs:
        return ()
    missing, state = set(seats), table.state
    while missing and state is not None:
        missing.discard(state.mover or 0)
        state = state.previous
    return tuple(seat for seat in seats if seat not in missing)


def take_back(table: Table, now: float, seat: int) -> Decision:
    """Take back the last moves up to a seat's own last one."""
    return decide(table, now, [_undo_event(table, seat)])


def rotate(seats: Sequence[Sitter]) -> list[Sitter]:
    """Return the seats one further, for the next game, without nonces: the old ones are public."""
    fresh = [
        msgspec.structs.replace(sitter, nonce="") if isinstance(sitter, Person) else sitter
        for sitter in seats
    ]
    return [*fresh[1:], fresh[0]]


def _next_of_evening(table: Table) -> tuple[str, int]:
    """Return the evening that a rematch continues, and how many tables it has had by then.

    Where a bot has taken over a seat, the players have parted, and a new evening begins; also after
    the longest one.
    """
    if table.out or table.earlier + 1 >= LONGEST_EVENING:
        return "", 0
    return table.evening or table.name, table.earlier + 1


def _check_possible(table: Table, seat: int, proposal: Proposal) -> None:
    """Raise Refusal if a proposal makes no sense at this table now."""
    if table.terms.daily and proposal != "resign":
        raise Refusal("A daily challenge is played once.", code="daily")
    if proposal == "rematch":
        if table.phase != "over" or table.state is None:
            raise Refusal("The game is not over.", code="not-over")
        commands.check_rated(table.terms, table.seats)
    else:
        commands.check_playing(table)
    if proposal == "undo":
        _undo_event(table, table.proposals.get(proposal, (seat,))[0])
    if proposal == "draw" and len(set(table.game.tracks)) != 2:
        raise Refusal("A draw can be offered only where two sides play.", code="no-draw")
    if proposal == "draw" and not _has_person_against(table, seat):
        raise Refusal("Bots do not agree to a draw.", code="no-draw")


def _is_agreed(table: Table, proposal: Proposal, seats: Sequence[int]) -> bool:
    """Tell if these seats are all that must agree. Partners resign together."""
    needed = table.accounts(seats[0] if proposal == "resign" else None)
    return needed <= {_account(table.seats[seat - 1]) for seat in seats}


def _account(sitter: Sitter) -> str:
    return sitter.account if isinstance(sitter, Human) else ""


def _has_person_against(table: Table, seat: int) -> bool:
    """Tell if any other side has a person, maybe at the same screen."""
    tracks = table.game.tracks
    return any(
        isinstance(sitter, Human)
        for sitter, track in zip(table.seats, tracks, strict=True)
        if track != tracks[seat - 1]
    )


def _undo_event(table: Table, seat: int) -> Event:
    state = commands.check_playing(table)
    if table.terms.rated or not table.terms.take_backs:
        raise Refusal("Moves cannot be taken back at this table.", code="no-take-backs")
    moves, is_found = 0, False
    while not is_found:
        before = state.previous
        if before is None:
            raise Refusal("You have no move to take back.", code="nothing-to-undo")
        is_found = before.turn == seat
        state, moves = before, moves + 1
    return TakenBack(moves)


def _next_game(table: Table) -> tuple[Game, Terms]:
    """Return what a rematch plays: the same. Players take their head starts with them.

    A position begins as it did, so its head starts, which are in its scores, stay with the seats.
    """
    game, terms = table.game, msgspec.structs.replace(table.terms, local=False)  # it is played here
    leads = head_starts(game.options)
    if table.beginning or not any(leads):
        return game, terms
    options = {**game.options, HEAD_START: " ".join(map(str, [*leads[1:], leads[0]]))}
    return genial.game(game.name, **options), msgspec.structs.replace(terms, options=options)


def _open_rematch(table: Table, now: float) -> Decision:
    """Open a table where the same players play again, each one seat further, and start its game."""
    new = Table(*commands.new_secret())
    seats = rotate(table.seats)
    game, terms = _next_game(table)
    evening, earlier = _next_of_evening(table)
    opened = commands.open_table(
        new, now, game, terms, table.host, seats, table.beginning, evening=evening, earlier=earlier
    )
    started = commands.start(opened.after, now, table.host)
    return Decision([*opened.entries, *started.entries], started.after)
