"""What the games of a deal say together, and how it is written down."""

from __future__ import annotations

import json
import re

import msgspec
import pytest

import genial
from genial.arena import Match, match
from genial.arena.host import Setup
from genial.arena.html import page
from genial.arena.lineup import entrants
from genial.arena.match import in_this_process
from genial.arena.play import Forfeit, Played
from genial.arena.report import report as report_of
from genial.arena.schedule import plans
from genial.arena.standing import Standing, sum_up

CHANCE, FIRST, LAST = (f"{n.lower()}=py:tests.arena.bots:{n}" for n in ("Chance", "First", "Last"))


def game(seats: tuple[int, ...], ranks: tuple[int, ...], **more: object) -> Played:
    count = len(seats)
    tracks = int(more.pop("tracks", count))  # type: ignore[call-overload]
    about = {
        "number": 1, "deal": 1, "utilities": (0.5,) * count, "scores": [{"R": 1, "G": 3}] * tracks,
        "lowest": (1,) * count, "moves": (1,) * count, "ms": (1.0,) * count,
        "slowest_ms": (1.0,) * count,
    } | more  # fmt: skip
    return Played(seats=seats, ranks=ranks, **about)  # type: ignore[arg-type]


def test_two_games_of_two() -> None:
    deal = sum_up(1, [game((0, 1), (1, 2)), game((1, 0), (1, 1))], 2)
    assert deal.shares == {0: 0.75, 1: 0.25}
    assert deal.comparisons.ahead.tolist() == [[0, 1.5], [0.5, 0]]


def test_one_against_three_counts_by_seat() -> None:
    games = [game((0, 1, 1, 1), (1, 2, 3, 4)), game((1, 0, 1, 1), (1, 1, 3, 4))]
    deal = sum_up(1, games, 2)
    assert deal.shares[0] == (1 + 0.5) / 2
    assert deal.shares[1] == pytest.approx((0.5 + 0) / 6)
    assert deal.comparisons.ahead[0, 1] == 3 + 2.5
    assert deal.comparisons.ahead.sum() == 6


def test_teams_win_together() -> None:
    deal = sum_up(1, [game((0, 1, 0, 1), (1, 2, 1, 2), tracks=2)], 2)
    assert deal.shares == {0: 1.0, 1: 0.0}
    tied = sum_up(1, [game((0, 1, 0, 1), (1, 1, 1, 1), tracks=2)], 2)
    assert tied.shares == {0: 0.5, 1: 0.5}


def test_solo_games_of_a_deal_are_compared_lowest_first() -> None:
    games = [
        game((0,), (1,), scores=[{"R": 2, "G": 9}]),
        game((1,), (1,), scores=[{"R": 4, "G": 2}]),
        game((2,), (1,), scores=[{"R": 9, "G": 2}], number=3),
        game((3,), (1,), scores=[{"R": 9, "G": 9}], forfeit=Forfeit(1, "crash", "x")),
    ]
    deal = sum_up(1, games, 4)
    assert deal.shares == {0: 0.5, 1: 0.0, 2: 0.5, 3: 0.0}
    assert deal.comparisons.ahead[1].tolist() == [0, 0, 0, 1]


def test_a_forfeited_solo_game_is_no_win_and_counts_nothing() -> None:
    about = Setup(
        game="ingenious", options={"players": 1}, entrants=entrants(["util"])[0], told={}, seed=1,
        limit=9.0,
    )  # fmt: skip
    standing = Standing(1, [[(0,)]])
    standing.add(game((0,), (1,), lowest=(8,)))
    standing.add(game((0,), (1,), lowest=(6,), deal=2, forfeit=Forfeit(1, "time", "x")))
    (bot,) = report_of(about, standing).bots
    assert (bot.wins, bot.losses, bot.lowest) == (1, 1, 4.0)


def test_deals_count_when_all_their_games_are_played() -> None:
    standing = Standing(2, [[(0, 1), (1, 0)]])
    assert standing.add(game((1, 0), (1, 2), number=2)) is None
    assert standing.complete() == []
    complete = standing.add(game((0, 1), (1, 2), number=1))
    assert complete is not None
    assert complete.number == 1
    assert standing.complete() == [complete]


@pytest.mark.parametrize(
    ("options", "written", "fair"),
    [
        ({"players": 1}, [CHANCE, FIRST], 0.5),
        ({"players": 1}, [CHANCE], 1.0),
        ({"players": 3}, [CHANCE, FIRST], 1 / 3),
        ({"players": 3}, [CHANCE, FIRST, LAST], 1 / 3),
        ({"players": 4, "variant": "teams"}, [CHANCE, FIRST], 0.5),
    ],
)
def test_matches_of_every_size_add_up(
    options: dict[str, object], written: list[str], fair: float
) -> None:
    rules = genial.game("ingenious", **options)
    report = match(rules, written, games=4, seed=2)
    assert report.fair == pytest.approx(fair)
    assert report.forfeits == []
    seats = sum(bot.seats for bot in report.bots)
    assert seats == report.games * rules.players
    weights = {bot.name: bot.seats / seats for bot in report.bots}
    assert sum((bot.share or 0) * weights[bot.name] for bot in report.bots) == pytest.approx(fair)
    for bot in report.bots:
        assert bot.wins + bot.ties + bot.losses == bot.seats
        assert bot.lowest is not None
        if bot.interval is not None:
            assert bot.interval[0] <= (bot.share or 0) <= bot.interval[1]


def test_the_json_begins_with_what_is_promised() -> None:
    report = match(genial.game("ingenious"), [CHANCE, FIRST], games=4, seed=2)
    data = json.loads(msgspec.json.encode(report))
    assert list(data)[:3] == ["game", "games", "bots"]
    assert list(data["bots"][0])[:5] == ["name", "share", "interval", "lowest", "ms_per_move"]
    assert (data["game"], data["games"]) == ("ingenious", 4)
    low, high = data["bots"][0]["interval"]
    assert 0 <= low <= data["bots"][0]["share"] <= high <= 1


@pytest.mark.parametrize(
    ("options", "written", "plots"),
    [
        ({}, [CHANCE, "bad=py:tests.arena.bots:Raises:turns=9"], 2),  # no game has an end
        ({"players": 3}, [CHANCE, FIRST, LAST], 3),
        ({"players": 1}, [FIRST], 2),
    ],
)
def test_the_page_is_whole_and_needs_nothing_else(
    options: dict[str, object], written: list[str], plots: int
) -> None:
    rules = genial.game("ingenious", **options)
    bots, places = entrants(written)
    setup = Setup(game="ingenious", options=rules.options, entrants=bots, seed=1, limit=30.0)
    running = Match(setup, plans(rules, places), games=6)
    for _ in running.run(in_this_process):
        pass
    text = page(running.report(), running.standing, command="genial arena '<x>'")
    assert not re.search(r'(src|href)\s*=|url\(|@import|<script|<b>|"nan|nan"|inf', text)
    assert "genial arena &#x27;&lt;x&gt;&#x27;" in text
    assert text.count("<svg") == text.count("</svg>") == plots
    if "Raises" in written[-1]:
        assert "no idea what to do" in text


def test_the_page_of_a_match_without_a_deal() -> None:
    rules = genial.game("ingenious")
    bots, places = entrants([CHANCE, FIRST])
    setup = Setup(game="ingenious", options=rules.options, entrants=bots, seed=1, limit=30.0)
    running = Match(setup, plans(rules, places), games=2)
    assert "0 games of 0 deals" in page(running.report(), running.standing, command="genial")
