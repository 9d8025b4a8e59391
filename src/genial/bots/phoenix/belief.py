"""Rebuild Phoenix from a view: played cards lie open, so the log adds nothing."""

from __future__ import annotations

from genial.core import engine
from genial.core.errors import BadView
from genial.core.game import Game
from genial.core.kernel import Records, Stream, as_record
from genial.core.view import View as BaseView
from genial.games.phoenix.cards import COPIES
from genial.games.phoenix.rules import SEATS
from genial.games.phoenix.view import View, restore


def rebuild(game: Game, view: BaseView, array: Records, stream: Stream) -> None:
    """Write what the view shows into a game that was set up, and deal the hidden hands."""
    assert isinstance(view, View)
    unseen = dict(COPIES)
    for name in view.discards:
        unseen[name] = unseen.get(name, 0) - view.discards[name]
    for name in view.hand or ():
        unseen[name] -= 1
    cards = [name for name, copies in unseen.items() for _ in range(copies)]
    if len(view.hand_sizes) != SEATS or len(view.scores) != SEATS:
        raise BadView(f"hand_sizes and scores must have an entry for each of {SEATS} seats")
    hands = []
    for seat, size in enumerate(view.hand_sizes, 1):
        is_own = seat == view.seat
        hands.append(list(view.hand or ()) if is_own else cards[:size])
        cards = cards if is_own else cards[size:]
    if len(cards) != view.pile:
        raise BadView(f"there are {len(cards)} cards in the pile, not {view.pile}")
    last = view.last_round
    position = {
        "round": view.round,
        "start": view.start,
        "turn": view.turn,
        "spectrum": view.spectrum,
        "lines": view.lines,
        "hands": hands,
        "pile": {name: cards.count(name) for name in COPIES},
        "discards": view.discards,
        "points": [points.get("points") for points in view.scores],
        "last": None if last is None else {"spectrum": last.spectrum, "lines": last.lines},
    }
    restore(as_record(array), position)
    engine.redeal(array, 0, (view.seat or 0) - 1, stream)
