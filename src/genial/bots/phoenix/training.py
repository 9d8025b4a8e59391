"""Training for Phoenix by self-play: first the weights of `wise`, then the network.

The weights are found by the cross-entropy method: a population around the current mean plays
against that mean, and the best quarter forms the next one. Then, round by round, the network
plays games against itself and learns to predict the result of each position.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from genial.bots.model import Floats, Weights
from genial.bots.phoenix import network as net
from genial.bots.phoenix import styles
from genial.bots.phoenix.backpropagation import SCRATCH, fit
from genial.bots.phoenix.model import FEATURES
from genial.bots.phoenix.policy import LEARNT
from genial.bots.phoenix.selfplay import EXAMPLE, Examples, gather_examples, play_match
from genial.core.chance import fast_stream, fast_streams
from genial.core.game import Game
from genial.core.kernel import Records
from genial.games.phoenix import rules
from genial.games.phoenix.rules import DTYPE, MAX_MOVES, SEATS

Genes = npt.NDArray[np.float64]

ROUNDS = 60
BREEDING = 40  # rounds for the weights of `wise`; the others are for the network
_POPULATION, _ELITE = 32, 8
_PAIRS = 200  # pairs of games for each member of the population
_MARGIN = 0.02  # the weight of a point of the mean margin against the share of wins
_LEAST_SPREAD = 0.02

_EXAMPLES = 500_000  # per round
_KEPT = 4  # rounds whose examples are still used
_SAMPLED = 1_000_000  # examples per round that the network is fitted to
_BATCH = 256
_RATE, _LAST_RATE = 1e-3, 5e-5
_TEMPERATURE, _FIRST_TEMPERATURE = 0.01, 0.3  # in probabilities; in values of `wise`
_TRIALS = 250  # pairs of games against `wise` or `plan`


def initial_genes() -> tuple[Genes, Genes]:
    """Return the hand-made weights of `plan`, and the initial spread of each."""
    spread = np.full(styles.N_WEIGHTS, 0.25)
    spread[[styles.AWAY, styles.OTHER + styles.AWAY]] = 0.1
    spread[[styles.END, styles.END_POINTS, styles.END_WON]] = 0.7
    return styles.plan_style().astype(np.float64), spread


def lead_table(gains: Floats) -> Floats:
    """Return the probability that a lead wins: by rounds finished, beginning the next, and lead.

    `gains` has the probability of each gain of the seat that begins a round.
    """
    leads = np.arange(net.LEADS) - net.MOST_LEAD
    table = np.zeros((rules.ROUNDS, SEATS, net.LEADS))
    table[rules.ROUNDS - 1] = (leads > 0) + 0.5 * (leads == 0)
    for finished in range(rules.ROUNDS - 2, -1, -1):
        for begins, sign in ((0, -1), (1, 1)):
            for gain in range(-net.MOST_GAIN, net.MOST_GAIN + 1):
                later = np.clip(leads + sign * gain, -net.MOST_LEAD, net.MOST_LEAD) + net.MOST_LEAD
                likely = gains[gain + net.MOST_GAIN]
                table[finished, begins] += likely * table[finished + 1, 1 - begins, later]
    return table


class Run:
    """A training in progress."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game, self.seed, self.rounds = game, seed, 0
        self.genes, self.spread = initial_genes()
        self.numbers = _initial_weights(seed)
        self.gradient, self.mean, self.square = (np.zeros_like(self.numbers) for _ in range(3))
        self.steps = 0
        self.examples: Examples = np.zeros(0, EXAMPLE)

    def weights(self) -> Weights:
        """Return all weights, as the kernels read them."""
        return self.numbers.copy()

    def breed(self) -> dict[str, float]:
        """Breed one generation of weights."""
        rng = np.random.default_rng([self.seed, self.rounds])
        self._set_genes(self.genes)
        genes = self.genes + self.spread * rng.standard_normal((_POPULATION, self.genes.size))
        fitness = np.zeros(_POPULATION)
        for k, one in enumerate(genes):
            other = self.numbers.copy()
            _style_weights(other)[:] = one
            leads = self._leads(other, styles.WISE, self.numbers, styles.WISE, _PAIRS)
            fitness[k] = _win_share(leads) + _MARGIN * leads.mean()
        elite = genes[np.argsort(-fitness)[:_ELITE]]
        self.genes = 0.5 * self.genes + 0.5 * elite.mean(axis=0)
        self.spread = np.maximum(0.7 * self.spread + 0.3 * elite.std(axis=0), _LEAST_SPREAD)
        self._set_genes(self.genes)
        leads = self._leads(self.numbers, styles.WISE, self.numbers, styles.PLAN, 2 * _TRIALS)
        return {"best fitness": float(fitness.max()), "share against plan": _win_share(leads)}

    def fit_network(self, rounds: int) -> dict[str, float]:
        """Play new games and fit the network; also measure the loss on them before the fit."""
        is_new = self.rounds == BREEDING
        stream = fast_stream(self._seed())
        fresh: Examples = np.zeros(_EXAMPLES, EXAMPLE)
        work, features = self._work_arrays()
        temperature = _FIRST_TEMPERATURE if is_new else _TEMPERATURE
        moves, values = np.zeros(MAX_MOVES, np.int32), np.zeros(MAX_MOVES)
        fresh = fresh[
            : gather_examples(
                self.game.template, work, features, self.numbers, is_new, temperature, stream,
                moves, values, fresh,
            )
        ]  # fmt: skip
        first = fresh["gain"][
            fresh["left"] == fresh["left"].max()
        ]  # the seat that begins has moved
        gains = np.bincount(net.MOST_GAIN - first.astype(int), minlength=net.GAINS)
        self.numbers[net.LEAD_TABLE : net.LAYER_1] = lead_table(gains / gains.sum()).ravel()
        none = np.zeros_like(self.numbers)
        every = np.arange(fresh.size, dtype=np.int32)
        scratch: Records = np.zeros(1, SCRATCH)
        before = fit(
            self.numbers, none, none, none, fresh, every, fresh.size + 1, 0.0, 0, stream, scratch
        )
        self.examples = np.concatenate([self.examples, fresh])[-_KEPT * _EXAMPLES :]
        rng = np.random.default_rng([self.seed, self.rounds])
        order = rng.permutation(self.examples.size)[:_SAMPLED].astype(np.int32)
        progress = (self.rounds - BREEDING) / max(1, rounds - 1 - BREEDING)
        rate = _RATE * (_LAST_RATE / _RATE) ** progress
        loss = fit(
            self.numbers, self.gradient, self.mean, self.square, self.examples, order, _BATCH, rate,
            self.steps, stream, scratch,
        )  # fmt: skip
        self.gradient[:] = 0.0
        self.steps += order.size // _BATCH
        leads = self._leads(self.numbers, LEARNT, self.numbers, styles.WISE, _TRIALS)
        return {"loss on new games": before, "loss": loss, "share against wise": _win_share(leads)}

    def run_round(self, rounds: int) -> dict[str, float]:
        """Run the next of `rounds` rounds; return figures for the log."""
        return self.breed() if self.rounds < BREEDING else self.fit_network(rounds)

    def save(self, path: Path) -> None:
        """Save the state of the training."""
        path.parent.mkdir(parents=True, exist_ok=True)
        names = ("rounds", "seed", "steps", "genes", "spread", "numbers", "mean", "square")
        kept: dict[str, Any] = {name: getattr(self, name) for name in names}
        np.savez(path, lessons=self.examples, **kept)

    def load(self, path: Path) -> None:
        """Resume from a saved state."""
        with np.load(path) as kept:
            for name in ("rounds", "seed", "steps"):
                setattr(self, name, int(kept[name]))
            for name in ("genes", "spread", "numbers", "mean", "square"):
                setattr(self, name, kept[name])
            self.examples = kept["lessons"]

    def _seed(self) -> int:
        return self.seed * 1_000_003 + self.rounds

    def _set_genes(self, genes: Genes) -> None:
        _style_weights(self.numbers)[:] = genes

    def _work_arrays(self) -> tuple[Records, Records]:
        return np.zeros(1, DTYPE), np.zeros(1, FEATURES)

    def _leads(
        self, one: Weights, style: int, two: Weights, other_style: int, pairs: int
    ) -> Floats:
        """Return by how many points `one` wins each game against `two`."""
        work, features = self._work_arrays()
        leads = np.zeros(2 * pairs)
        streams = fast_streams(self._seed(), pairs)
        dealer, chooser = streams[0].copy(), streams[0].copy()
        play_match(
            self.game.template, work, features, one, style, two, other_style, streams, dealer,
            chooser, np.zeros(MAX_MOVES, np.int32), np.zeros(MAX_MOVES), leads,
        )  # fmt: skip
        return leads


def _win_share(leads: Floats) -> float:
    """Return the share of games won, ties as half."""
    return float(np.mean((leads > 0) + 0.5 * (leads == 0)))


def _style_weights(weights: Weights) -> Weights:
    """Return a writable view of the weights of `wise`."""
    return weights[styles.WISE * styles.N_WEIGHTS : (styles.WISE + 1) * styles.N_WEIGHTS]


def _initial_weights(seed: int) -> Weights:
    """Return the weights before training: the simple styles, and a random network."""
    rng = np.random.default_rng(seed)
    w = np.zeros(net.SIZE, np.float32)
    w[: styles.N_WEIGHTS] = styles.points_style()
    w[styles.N_WEIGHTS : 2 * styles.N_WEIGHTS] = styles.order_style()
    w[2 * styles.N_WEIGHTS : 3 * styles.N_WEIGHTS] = styles.plan_style()
    w[net.LEAD_TABLE : net.LAYER_1] = lead_table(np.full(net.GAINS, 1 / net.GAINS)).ravel()
    w[net.LAYER_1 : net.BIAS_1] = 0.15 * rng.standard_normal(net.BIAS_1 - net.LAYER_1)
    w[net.LAYER_2 : net.BIAS_2] = np.sqrt(2 / net.FIRST) * rng.standard_normal(
        net.BIAS_2 - net.LAYER_2
    )
    w[net.LAYER_3 : net.BIAS_3] = 0.05 * rng.standard_normal(net.BIAS_3 - net.LAYER_3)
    return w
