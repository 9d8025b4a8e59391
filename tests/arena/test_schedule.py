"""Seats are rotated, deals complete, neighbours mixed."""

from __future__ import annotations

from collections import Counter

import pytest

import genial
from genial.arena.schedule import duels, fixtures, key_of, plans, seed_of
from genial.core.errors import BadOption

FOUR = genial.game("ingenious", players=4)
TEAMS = genial.game("ingenious", players=4, variant="teams")
THREE = genial.game("spezial", players=3)
TWO = genial.game("phoenix")


def test_two_bots_play_every_deal_both_ways_round() -> None:
    assert plans(TWO, (0, 1)) == [[(0, 1), (1, 0)]]


def test_the_first_of_two_bots_takes_every_seat_against_all_others() -> None:
    assert plans(THREE, (0, 1)) == [[(0, 1, 1), (1, 0, 1), (1, 1, 0)]]


def test_teams_of_one_bot_each_play_both_ways_round() -> None:
    assert plans(TEAMS, (0, 1)) == [[(0, 1, 0, 1), (1, 0, 1, 0)]]


def test_four_partners_stay_together() -> None:
    (plan,) = plans(TEAMS, (0, 1, 2, 3))
    assert len(plan) == 4
    for seats in plan:
        assert {frozenset(seats[::2]), frozenset(seats[1::2])} == {
            frozenset({0, 2}),
            frozenset({1, 3}),
        }


def test_a_line_up_sits_on_every_seat_and_beside_every_other_equally_often() -> None:
    everywhere, behind = Counter(), Counter()
    for plan in plans(FOUR, (0, 1, 2, 3)):
        for seats in plan:
            for seat, bot in enumerate(seats):
                everywhere[bot, seat] += 1
                behind[bot, seats[(seat + 1) % 4]] += 1
    assert len(set(everywhere.values())) == 1
    assert len(set(behind.values())) == 1
    assert len(everywhere) == 16
    assert len(behind) == 12


def test_more_bots_than_seats_meet_in_every_combination() -> None:
    met = Counter(frozenset(seats) for plan in plans(TWO, (0, 1, 2, 3)) for seats in plan)
    assert len(met) == 6
    assert set(met.values()) == {2}
    first = [frozenset(plan[0]) for plan in plans(THREE, (0, 1, 2, 3))[:4]]
    assert len(set(first)) == 4  # all combinations before any is repeated


def test_alone_every_bot_plays_every_deal() -> None:
    assert plans(genial.game("ingenious", players=1), (0, 1, 1)) == [[(0,), (1,)]]


def test_deals_are_complete_and_numbered() -> None:
    listed = fixtures(plans(THREE, (0, 1)), 7)
    assert [fixture.number for fixture in listed] == list(range(1, 10))
    assert [fixture.deal for fixture in listed] == [1, 1, 1, 2, 2, 2, 3, 3, 3]


def test_duels_seat_each_pair_like_two_bots() -> None:
    assert duels(THREE, [(2, 0)]) == [[(2, 0, 0), (0, 2, 0), (0, 0, 2)]]


@pytest.mark.parametrize(
    ("game", "places", "sentence"),
    [
        (TWO, (0,), "at least 2 bots"),
        (TWO, (), "at least 2 bots"),
        (FOUR, (0, 1, 2), "4 seats need 2 or 4 bots, or more that all differ, not 3"),
        (TEAMS, (0, 1, 2, 3, 4), "4 seats need 2 or 4 bots, not 5"),
        (TWO, (0, 1, 1), "2 seats need 2 bots, or more that all differ, not 3"),
    ],
)
def test_what_cannot_be_seated_is_refused(
    game: genial.Game, places: tuple[int, ...], sentence: str
) -> None:
    with pytest.raises(BadOption, match=sentence):
        plans(game, places)


def test_keys_and_seeds_follow_from_the_seed() -> None:
    assert key_of(1, 1) == key_of(1, 1)
    assert len({key_of(1, 1), key_of(1, 2), key_of(2, 1)}) == 3
    assert len({seed_of(1, 1, 1), seed_of(1, 2, 1), seed_of(1, 1, 2), seed_of(2, 1, 1)}) == 4
    assert 0 <= seed_of(7, 7, 7) < 2**53
