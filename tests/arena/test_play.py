"""One game: it is played by views alone, and a bot that fails forfeits."""

from __future__ import annotations

import pytest

import genial
from genial.arena import play
from genial.bots import Bot, Clock
from genial.core.errors import GenialError
from genial.core.kit import Data
from genial.core.record import split
from tests.arena import bots

GAME = genial.game("ingenious", players=2)


def pair(second: str, **told: int) -> list[Bot]:
    return [bots.First(GAME, seed=1), getattr(bots, second)(GAME, seed=2, **told)]


def test_a_game_to_its_end() -> None:
    played = play(GAME, pair("Chance"), seed=3, names=["Ada", "Bob"], headers={"site": "here"})
    assert played.forfeit is None
    state = genial.replay(played.record)
    assert state.ranks == played.ranks
    assert state.utilities == played.utilities
    assert played.lowest == tuple(min(points.values()) for points in state.scores)
    moves = [line for line in state.log if not line.startswith("*")]
    assert sum(played.moves) == len(moves)
    assert all(
        0 < slowest <= total for slowest, total in zip(played.slowest_ms, played.ms, strict=True)
    )
    headers = split(played.record)[0].headers
    assert (headers["seat 1"], headers["seat 2"], headers["site"]) == ("Ada", "Bob", "here")
    genial.verify(played.record)


def test_the_same_seeds_give_the_same_game() -> None:
    first, second = (play(GAME, pair("Chance"), seed=5).record for _ in range(2))
    assert first == second


def test_bots_see_their_own_view_and_nothing_else() -> None:
    seen: list[Data] = []

    class Watching(bots.Chance):
        def choose(self, view: Data, clock: Clock | None = None) -> str:
            seen.append(view)
            return super().choose(view, clock)

    played = play(GAME, [Watching(GAME, seed=1), Watching(GAME, seed=2)], seed=3)
    states = genial.replay(played.record).history[:-1]
    assert seen == [state.view(state.turn) for state in states]


@pytest.mark.parametrize(
    ("kind", "why", "part"),
    [
        ("Raises", "crash", "ValueError: no idea what to do"),
        ("Illegal", "illegal", "illegal move 'Rh8Bh9x': "),
        ("NoText", "illegal", "a move is a text"),
    ],
)
@pytest.mark.parametrize("turns", [0, 4])
def test_a_bot_that_fails_forfeits_with_a_reason(
    kind: str, why: str, part: str, turns: int
) -> None:
    played = play(GAME, pair(kind, turns=turns), seed=3)
    assert played.forfeit is not None
    assert (played.forfeit.seat, played.forfeit.why) == (2, why)
    assert part in played.forfeit.reason
    assert (played.ranks, played.utilities) == ((1, 2), (1.0, 0.0))
    record = split(played.record)[0]
    assert record.headers["ended"] == "resigned 2"
    assert record.headers["result"] == "1 2"
    assert part in record.headers["forfeit"]
    state = genial.replay(played.record)
    assert not state.over
    assert played.moves == (turns + 1, turns + 1)


def test_a_bot_that_takes_too_long_forfeits() -> None:
    played = play(GAME, pair("Slow", turns=2), seed=3, limit=2.0)
    assert played.forfeit is not None
    assert played.forfeit.why == "time"
    assert "2 s are allowed" in played.forfeit.reason
    assert split(played.record)[0].headers["ended"] == "time 2"
    assert played.slowest_ms[1] > 1000 * bots.SLOW


def test_a_clock_runs_down_and_gets_its_increment() -> None:
    clocks: list[Clock] = []

    class Watching(bots.First):
        def choose(self, view: Data, clock: Clock | None = None) -> str:
            assert clock is not None
            clocks.append(clock)
            return super().choose(view, clock)

    play(GAME, [Watching(GAME, seed=1), bots.First(GAME, seed=2)], seed=3, clock=Clock(600, 10))
    assert clocks[0] == Clock(600, 10)
    assert 605 < clocks[1].left < 610
    assert clocks[-1].left > 600 + 5 * (len(clocks) - 1)
    played = play(GAME, pair("Slow", turns=0), seed=3, clock=Clock(2.0))
    assert played.forfeit is not None
    assert (played.forfeit.seat, played.forfeit.reason) == (2, "its clock ran out")


def test_without_a_clock_none_is_shown() -> None:
    played = play(GAME, pair("Clocked"), seed=3)
    assert played.forfeit is not None
    assert "AssertionError" in played.forfeit.reason
    assert play(GAME, pair("Clocked"), seed=3, clock=Clock(600)).forfeit is None


def test_of_three_the_others_are_ranked_as_things_stand() -> None:
    game = genial.game("ingenious", players=3)
    table: list[Bot] = [bots.First(game, seed=1), bots.Raises(game, seed=2, turns=6),
                        bots.Last(game, seed=3)]  # fmt: skip
    played = play(game, table, seed=4)
    state = genial.replay(played.record)
    assert played.ranks[1] == 3
    ahead = state.utilities[0] - state.utilities[2]
    expected = (1, 2) if ahead > 0 else (2, 1) if ahead < 0 else (1, 1)
    assert (played.ranks[0], played.ranks[2]) == expected
    assert sum(played.utilities) == pytest.approx(1.5)
    assert played.utilities[1] == 0


def test_partners_lose_together() -> None:
    game = genial.game("ingenious", players=4, variant="teams")
    table: list[Bot] = [bots.First(game, seed=seat) for seat in range(3)]
    table.append(bots.Raises(game, seed=3, turns=0))
    played = play(game, table, seed=4)
    assert played.ranks == (1, 2, 1, 2)
    assert played.utilities == (1, 0, 1, 0)


def test_a_series_counts_its_sums() -> None:
    game = genial.game("tile-challenge", players=2, games=2)
    played = play(game, [bots.Chance(game, seed=1), bots.Chance(game, seed=2)], seed=1)
    assert list(played.lowest) == genial.replay(played.record).series


def test_every_seat_needs_a_bot() -> None:
    with pytest.raises(GenialError, match="2 seats need as many bots, not 1"):
        play(GAME, [bots.First(GAME, seed=1)])
