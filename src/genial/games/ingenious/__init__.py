"""Ingenious (Einfach Genial): tiles of two symbols on a hexagon, the weakest colour counts.

Board and tiles in `board`, the rules in `rules` and `scoring`, what is known of hidden racks
in `hidden`, texts in `notation`, what a seat may see in `view`, reasons in `explain`, legal moves
in short in `choices`.
"""

from genial.core.facts import Facts, Option

FACTS = Facts(
    name="ingenious",
    title="Ingenious",
    players=(1, 2, 3, 4),
    has_hidden_information=True,
    options=(
        Option("variant", "standard", ("standard", "teams")),
        Option("partners", "silent", ("silent", "open", "shared"), optional=True),  # of teams
    ),
    colours="RGBOYP",
    head_starts=range(7),  # points in every colour
)
