"""Phoenix: two lines of pawns are brought into the order of the spectrum, by cards.

Rows in `rows`, cards and moves in `cards`, the rules in `rules`, what a line is worth in `scoring`,
texts in `notation`, what a seat may see in `view`, reasons in `explain`.
"""

from genial.core.facts import Facts

FACTS = Facts(
    name="phoenix",
    title="Phoenix",
    players=(2,),
    has_hidden_information=True,
    colours="RGBYPO",
    counts_points=True,
    head_starts=range(11),  # points
)
