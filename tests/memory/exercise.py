"""Run every kernel there is, for `guard` to watch: games, bots and levels, training, lab, arena.

`python -m tests.memory.exercise games bots` runs these parts once, with `--seconds 600` again and
again, each time with other deals. The first thing that fails ends it.
"""

from __future__ import annotations

import argparse
import pickle
import random
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import genial
from genial import State, bots
from genial.bots import training
from genial.core import engine
from genial.core.chance import fast_stream
from genial.games.phoenix.cards import MOVES
from tests.cases import CASES, name_of

Case = tuple[str, dict[str, Any]]
Step = tuple[str, Callable[[int], object]]
_PLIES = 12  # that a bot plays of a game
_EFFORT = 24


# --- games ---------------------------------------------------------------------------------


def play_game(case: Case, seed: int) -> None:
    """A random game with all that a state can be asked, and its record replayed."""
    name, options = case
    game = genial.game(name, **options)
    chooser = random.Random(seed)
    state = game.start(seed=seed)
    while not state.over:
        move = chooser.choice(state.legal())
        if chooser.random() < 0.2:
            state.explain(move)
            assert game.at(state.position()) == state
            for seat in range(1, game.players + 1):
                state.view(seat)
        state = state.play(move)
    assert genial.replay(state.record()) == state
    assert pickle.loads(pickle.dumps(state)) == state


def play_batch(case: Case, seed: int) -> None:
    """Thousands of moves side by side."""
    name, options = case
    batch = genial.game(name, **options).batch(70, seed=seed)
    for seat in range(batch.players + 1):
        batch.hide(seat)
    for _ in range(20):
        for index in (0, 69):
            batch.legal(index)
        batch.step(batch.sample())
        _ = batch.turns, batch.utilities
    batch.copy().playout(threads=2)
    template, wins = batch.records[:1].copy(), np.zeros(batch.players)
    engine.random_games(template, template.copy(), 20, fast_stream(seed), wins.copy(), wins)


def explain_everything(seed: int) -> None:
    """Every move of Phoenix explained, with the hand that has the most of them."""
    game = genial.game("phoenix")
    position = game.start(seed=seed).position()
    held = [card for hand in position["hands"] for card in hand]
    pile = {kind: position["pile"][kind] + held.count(kind) for kind in position["pile"]}
    hands = [["M2", "M3", "M4", "S1", "X"], ["S1", "S1", "S2", "S2", "X"]]
    for card in hands[0] + hands[1]:
        pile[card] -= 1
    if position["turn"] == 2:
        hands.reverse()
    state = game.at({**position, "hands": hands, "pile": pile})
    for _ in range(8):
        for move in MOVES:
            state.explain(move.text)


def game_steps() -> Iterator[Step]:
    for case in CASES:
        yield f"games {name_of(case)}", lambda seed, case=case: play_game(case, seed)
        yield f"batches {name_of(case)}", lambda seed, case=case: play_batch(case, seed)
    yield "explanations phoenix", explain_everything


# --- bots ----------------------------------------------------------------------------------


def late_state(case: Case, seed: int, share: float) -> State:
    """A state of a random game when so much of it is over."""
    name, options = case
    state = genial.game(name, **options).start(seed=seed)
    chooser = random.Random(seed)
    states = [state]
    while not state.over:
        state = state.play(chooser.choice(state.legal()))
        states.append(state)
    return states[int(share * (len(states) - 2))]


def use_bot(case: Case, name: str, seed: int) -> None:
    """A bot or a level at the beginning, in the middle and at the end of a game."""
    game = genial.game(case[0], **case[1])
    bot = bots.make(game, name, seed=seed)
    for share in (0.0, 0.6, 0.97):
        state = late_state(case, seed, share)
        for _ in range(_PLIES if share > 0 else 3):
            if state.over:
                break
            thought = bot.think(state.view(state.turn), effort=_EFFORT)
            assert thought.move in state.legal()
            state = state.play(thought.move)


def search_by_the_clock(case: Case, seed: int) -> None:
    """The search with two threads, going on with what it thought before."""
    game = genial.game(case[0], **case[1])
    bot = bots.make(game, "search", seed=seed, seconds=0.03, threads=2)
    state = late_state(case, seed, 0.3)
    for _ in range(_PLIES):
        if not state.over:
            view = state.view(state.turn)
            move = bot.think(view, seconds=0.03).move
            state = state.play(move if move in state.legal() else state.legal()[0])


def bot_steps() -> Iterator[Step]:
    for case in CASES:
        for name in bots.names(genial.game(case[0], **case[1])):
            yield (
                f"bots {name_of(case)} {name}",
                lambda seed, case=case, name=name: use_bot(case, name, seed),
            )
        yield (
            f"timed search {name_of(case)}",
            lambda seed, case=case: search_by_the_clock(case, seed),
        )


def search_steps() -> Iterator[Step]:
    """A part of the bots and the lab: the search of every game, and a table."""
    for name in genial.games():
        yield f"bots {name}", lambda seed, case=(name, {}): use_bot(case, "search", seed)
        yield f"table {name}", lambda seed, case=(name, {}): step_table(case, seed)


# --- training ------------------------------------------------------------------------------


def train_ingenious(seed: int) -> None:
    from genial.bots.ingenious import model, policy, selfplay

    for players in (1, 2, 4):
        game = genial.game("ingenious", players=players)
        w = model.load_weights(game.options)
        selfplay.win_share(game, model.FEATURES, w, w, 4, seed)
        selfplay.positions(game, model.FEATURES, w[: policy.NETWORK_START].copy(), 60, seed)


def train_spezial(seed: int) -> None:
    from genial.bots.spezial import model, selfplay

    for players in (2, 4):
        game = genial.game("spezial", players=players)
        w = model.load_weights(game.options)
        selfplay.positions(game, w, 40, seed)
        selfplay.play_searches(game, w, 1, 4, seed)


def train_tile_challenge(seed: int) -> None:
    from genial.bots.tile_challenge import training as lessons

    for options in ({"players": 2}, {"players": 4, "games": 3}):
        run = shortened(
            lessons, genial.game("tile-challenge", **options), seed, _GAMES=6, _TRIALS=4
        )
        run.run_round(2)


def train_phoenix(seed: int) -> None:
    from genial.bots.phoenix import training as lessons

    short = {"_POPULATION": 2, "_ELITE": 1, "_PAIRS": 2, "_TRIALS": 2, "_EXAMPLES": 600}
    run = shortened(lessons, genial.game("phoenix"), seed, **short, _SAMPLED=600, BREEDING=1)
    for _ in range(3):
        run.run_round(3)
        run.rounds += 1


def shortened(lessons: Any, game: Any, seed: int, **sizes: int) -> training.TrainingRun:
    """A training whose rounds take a moment."""
    for name, size in sizes.items():
        assert hasattr(lessons, name)
        setattr(lessons, name, size)
    run: training.TrainingRun = lessons.Run(game, seed)
    return run


def training_steps() -> Iterator[Step]:
    yield "training ingenious", train_ingenious
    yield "training spezial", train_spezial
    yield "training tile-challenge", train_tile_challenge
    yield "training phoenix", train_phoenix


# --- lab and arena -------------------------------------------------------------------------


def step_vector(case: Case, seed: int, **settings: Any) -> None:
    from genial.lab.vector import Games

    games = Games(case[0], num_envs=33, **case[1], **settings)
    games.reset(seed=seed)
    chooser = np.random.default_rng(seed)
    for k in range(40):
        actions = games.sample()
        if k % 10 == 9:  # any number at all: it loses the game
            actions[chooser.integers(33)] = chooser.integers(-(2**62), 2**62)
        games.step(actions)
    games.state(32)
    games.copy().step(games.sample())


def step_table(case: Case, seed: int) -> None:
    from genial.lab import observe, observe_view
    from genial.lab.simulator import Simulator

    table = Simulator(genial.game(case[0], **case[1]), counting=True)
    table.start(seed)
    streams = fast_stream(seed).reshape(1, -1)
    for _ in range(30):
        if table.seat < 0:
            break
        table.observe(table.seat)
        table.copy().unpack(table.pack())
        table.play(table.sample(streams))
    state = table.state()
    observe(state, 1)
    observe_view(state.view(1))


def choose_places(seed: int) -> None:
    state = genial.game("ingenious", players=4).start(seed=seed)
    for _ in range(20):
        state.choices()
        state = state.play(state.legal()[seed % len(state.legal())])


def lab_steps() -> Iterator[Step]:
    for case in CASES:
        yield (
            f"vector {name_of(case)}",
            lambda seed, case=case: step_vector(case, seed, masks="bits", opponent="random"),
        )
        yield f"table {name_of(case)}", lambda seed, case=case: step_table(case, seed)
    for name in genial.games():
        yield (
            f"vector {name}, bytes",
            lambda seed, case=(name, {}): step_vector(case, seed, autoreset_mode="SameStep"),
        )
    yield "places ingenious", choose_places


def hold_match(name: str, seed: int) -> None:
    from genial import arena

    game = genial.game(name)
    entrants = [bots.names(game)[1], "search"]
    report = arena.match(game, entrants, games=4, seed=seed, told={"effort": 8})
    assert report.games == 4


def arena_steps() -> Iterator[Step]:
    for name in genial.games():
        yield f"arena {name}", lambda seed, name=name: hold_match(name, seed)


def sample_steps() -> Iterator[Step]:
    """A little of everything, for what is a hundred times slower."""
    yield "explanations phoenix", explain_everything
    for case in (
        ("tile-challenge", {"players": 3}),
        ("phoenix", {}),
        ("ingenious", {"players": 2}),
    ):
        yield f"games {case[0]}", lambda seed, case=case: play_game(case, seed)
    for name, bot in (("tile-challenge", "search"), ("phoenix", "search"), ("spezial", "search")):
        yield f"bots {name} {bot}", lambda seed, case=(name, {}), bot=bot: use_bot(case, bot, seed)
    yield "table spezial", lambda seed: step_table(("spezial", {}), seed)


PARTS: dict[str, Callable[[], Iterator[Step]]] = {
    "games": game_steps,
    "bots": bot_steps,
    "search": search_steps,
    "training": training_steps,
    "lab": lab_steps,
    "arena": arena_steps,
    "sample": sample_steps,
}
SOME = ("search", "sample")  # parts of other parts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="part", help=", ".join(PARTS))
    parser.add_argument("--seconds", type=float, default=0.0, help="go on for so long")
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()
    if unknown := set(told.parts) - set(PARTS):
        parser.error(f"there is no part {min(unknown)}")
    parts = told.parts or [part for part in PARTS if part not in SOME]
    steps = [step for part in parts for step in PARTS[part]()]
    began, rounds = time.monotonic(), 0
    while rounds == 0 or time.monotonic() < began + told.seconds:
        for k, (what, run) in enumerate(steps, 1):
            spent = time.monotonic() - began
            if rounds and spent >= told.seconds:
                break
            print(f"{spent:6.0f} s  round {rounds + 1}  {k:3}/{len(steps)}  {what}", flush=True)
            run(told.seed + 1000 * rounds)
        rounds += 1
    wall, cpu = time.monotonic() - began, time.process_time()
    print(f"all well: {', '.join(parts)}; rounds: {rounds}; {wall:.0f} s, {cpu:.0f} s of processor")


if __name__ == "__main__":
    sys.exit(main())
