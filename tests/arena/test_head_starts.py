"""Head starts in a match: they belong to the bots, not to the seats."""

from __future__ import annotations

import genial
from genial.arena.host import Host, Setup, forfeit_game
from genial.arena.lineup import entrants
from genial.arena.play import Forfeit
from genial.arena.schedule import fixtures, plans


def setup_of(name: str, *bots: str, head_starts: tuple[int, ...] | None, **options: int) -> Setup:
    game = genial.game(name, **options)
    return Setup(
        game=name,
        options=game.options,
        entrants=entrants(bots)[0],
        seed=1,
        limit=60.0,
        head_starts=head_starts,
    )


def test_bots_keep_their_head_starts_when_the_seats_rotate() -> None:
    setup = setup_of("phoenix", "kid", "random", head_starts=(0, 7))
    seen = []
    with Host(setup) as host:
        for fixture in fixtures(plans(setup.rules(), (0, 1)), 2):
            record = genial.replay(host.play(fixture).record)
            seen.append((fixture.seats, record.game.options["headstart"]))
            start = record.history[0]
            assert [seat["points"] for seat in start.scores] == [7 * one for one in fixture.seats]
    assert seen == [((0, 1), "0 7"), ((1, 0), "7 0")]


def test_a_forfeited_game_has_the_head_starts_too() -> None:
    setup = setup_of("phoenix", "kid", "random", head_starts=(0, 7))
    fixture = fixtures(plans(setup.rules(), (0, 1)), 2)[1]
    played = forfeit_game(setup, fixture, [], Forfeit(1, "crash", "it failed"))
    assert "\nheadstart: 7 0\n" in played.record


def test_without_head_starts_a_match_is_what_it_was() -> None:
    setup = setup_of("phoenix", "kid", "random", head_starts=None)
    fixture = fixtures(plans(setup.rules(), (0, 1)), 2)[0]
    assert setup.rules_of(fixture) is setup.rules()


def test_one_against_three_has_one_head_start() -> None:
    setup = setup_of("spezial", "kid", "random", head_starts=(3, 0), players=4)
    planned = fixtures(plans(setup.rules(), (0, 1)), 4)
    leads = [setup.rules_of(fixture).options["headstart"] for fixture in planned]
    assert leads == ["3 0 0 0", "0 3 0 0", "0 0 3 0", "0 0 0 3"]
