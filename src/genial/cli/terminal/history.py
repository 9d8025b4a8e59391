"""The moves of a game as one seat may know them, and the scene to draw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from genial.cli.i18n.messages import Messages
from genial.cli.terminal.boards import Scene, ShownMove, board_of
from genial.cli.terminal.boards.palette import Palette
from genial.core.errors import IllegalMove
from genial.core.facts import HEAD_START

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rich.console import Console

    from genial.core.state import State

_HANDS = ("rack", "hand")  # the fields of a view that only its seat sees


def positions(state: State) -> list[State]:
    """Return every state from the set-up to this one."""
    states = [state]
    while True:
        try:
            states.append(states[-1].undo())
        except IllegalMove:
            return states[::-1]


def events_of(state: State, seat: int | None, say: Messages) -> list[ShownMove]:
    """Return every move of a game, with what a seat saw of it."""
    states = positions(state)
    remarks = board_of(state.game.name).remarks
    moves: list[tuple[int, str, list[str]]] = []
    for line in state.view(seat)["log"]:
        if not line.startswith("*"):
            mover, move = line.split(" ", 1)
            moves.append((int(mover), move, []))
        elif moves:
            moves[-1][2].append(line)
    events = []
    for (mover, move, lines), before, after in zip(moves, states[:-1], states[1:], strict=True):
        track = state.game.tracks[mover - 1]
        had, has = before.scores[track], after.scores[track]
        gains = {colour: has[colour] - had[colour] for colour in has if has[colour] > had[colour]}
        events.append(ShownMove(mover, move, gains, lines, remarks(before, after, lines, say)))
    return events


def since_own_move(events: Sequence[ShownMove], seat: int | None) -> list[ShownMove]:
    """Return the moves since a seat's last move, with that move if chance decided its outcome.

    If the seat moved last, return that move.
    """
    recent: list[ShownMove] = []
    for event in reversed(events):
        if event.seat == seat or (seat is None and recent):
            if event.remarks and seat is not None:
                recent.append(event)
            break
        recent.append(event)
    return recent[::-1] or list(events[-1:])


def _title(state: State, say: Messages) -> str:
    """Return the game's title, and what is special about this game."""
    title = say(f"{state.game.name}.title")
    if state.origin.position is not None:
        title = say("title.from-position", title=title)
    points = state.game.options.get(HEAD_START)
    return title if points is None else say("title.head-start", title=title, points=points)


def create_scene(
    state: State,
    console: Console,
    say: Messages,
    *,
    seat: int | None,
    open_hands: bool = False,
    names: Mapping[int, str] | None = None,
) -> Scene:
    """Return a state as a seat sees it (None: a spectator); `open_hands` shows all hands."""
    view = state.view(seat)
    seats = range(1, state.game.players + 1)
    hands = {}
    for one in seats if open_hands else [seat] if seat else []:
        own = state.view(one)
        for field in _HANDS:
            if own.get(field):
                hands[one] = own[field]
    return Scene(
        title=_title(state, say),
        view=view,
        hands=hands,
        events=since_own_move(events_of(state, seat, say), seat),
        legal=state.legal(),
        names=names or {},
        say=say,
        palette=Palette.on(console),
        width=console.width,
    )
