"""Tile Challenge (Einfach Genial – Wer zu viel riskiert, verliert!): draw on, or stop in time.

Tiles in `tiles`, the rules in `rules`, texts in `notation`, what a seat may see in `view`,
reasons in `explain`.
"""

from genial.core.facts import Facts, Option

FACTS = Facts(
    name="tile-challenge",
    title="Tile Challenge",
    players=(2, 3, 4),
    has_hidden_information=False,
    options=(Option("games", 1, range(1, 100)),),
    colours="RGBOYP",
    head_starts=range(3),  # tiles of every colour
)
