"""Genial Spezial: chains of tiles connect towers, the weakest of four colours counts.

Cells in `board`, where towers stand in `layouts`, what can be wrong with that in
`layout_check`, the rules in `rules`, texts in `notation`, what a seat may see in `view`, reasons
in `explain`.
"""

from genial.core.facts import Facts, Option

FACTS = Facts(
    name="spezial",
    title="Genial Spezial",
    players=(2, 3, 4),
    has_hidden_information=False,
    options=(
        Option("board", "rebuilt"),  # a name
        Option("layout", "", optional=True),  # a board of one's own, as JSON
    ),
    colours="OPBG",
    head_starts=range(7),  # points in every colour
)
