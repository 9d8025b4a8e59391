"""What clients are sent of a few positions of the golden playthroughs, a message a line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

import genial
from genial.server.analysis.review import open_position
from genial.server.tables.views import Views

HERE = Path(__file__).parent
PLAYTHROUGHS = (
    "ingenious-players3-start3",
    "ingenious-players4-variantteams-partnersshared",
    "phoenix",
    "spezial-players2",
    "tile-challenge-players2",
)


def messages(playthrough: str) -> str:
    """Views, choices and explanations of one playthrough, as they are encoded."""
    state = genial.replay((HERE / f"{playthrough}.txt").read_text())
    return "".join(f"{line}\n" for line in _lines(state))


def _lines(end: genial.State) -> Iterator[str]:
    count = end.move_count
    for number in (0, 1, count // 2, count - 1, count):
        yield msgspec.json.encode(open_position(end, number)).decode()
        views = Views(end.history[number])
        for seat in (None, 1):
            yield msgspec.json.encode(views.of(seat, [])).decode()


def write() -> None:
    """Write the messages of every playthrough anew."""
    for playthrough in PLAYTHROUGHS:
        (HERE / f"{playthrough}.wire").write_text(messages(playthrough))
