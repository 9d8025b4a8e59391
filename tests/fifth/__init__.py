"""Pairs: a game of its own folder, to prove that a fifth game needs nothing else.

Two players, eighteen cards from 1 to 6, three in each hand. Play a card and score its number, and
five points more if it equals the card that the opponent has just played; then draw one in secret.
"""

from genial.core.facts import Facts

FACTS = Facts(
    name="pairs",
    title="Pairs",
    players=(2,),
    has_hidden_information=True,
    counts_points=True,
)
