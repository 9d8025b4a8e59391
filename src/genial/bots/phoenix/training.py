"""Learning to play Phoenix from self-play: first the weights of `wise`, then the net.

The weights are bred by the cross-entropy method: a population around the present mean plays
against that mean, and the best quarter makes the next one. Then, round by round, games are
played by what the network foresees, and it learns from them what comes of which position.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from genial.bots.model import Floats, Learnt
from genial.bots.phoenix import network as net
from genial.bots.phoenix import styles
from genial.bots.phoenix.backpropagation import SCRATCH
from genial.bots.phoenix.backpropagation import study as studied
from genial.bots.phoenix.model import MIND
from genial.bots.phoenix.policy import LEARNT
from genial.bots.phoenix.selfplay import LESSON, Lessons, contest, practise
from genial.core.chance import fast_stream, fast_streams
from genial.core.game import Game
from genial.core.kernel import Batch
from genial.games.phoenix import rules
from genial.games.phoenix.rules import DTYPE, MAX_MOVES, SEATS

Genes = npt.NDArray[np.float64]

ROUNDS = 60
BREEDING = 40  # rounds for the weights of `wise`, the others are for the network
_POPULATION, _ELITE = 32, 8
_PAIRS = 200  # pairs of games for each of a population
_MARGIN = 0.02  # what a point of the mean margin counts beside the share of wins
_LEAST_SPREAD = 0.02

_LESSONS = 500_000  # a round
_KEPT = 4  # rounds whose lessons are still studied
_STUDIED = 1_000_000  # lessons a round
_BATCH = 256
_RATE, _LAST_RATE = 1e-3, 5e-5
_WARMTH, _FIRST_WARMTH = 0.01, 0.3  # of a probability; of the bred weights
_TRIALS = 250  # pairs of games against `wise` or `plan`


def first_genes() -> tuple[Genes, Genes]:
    """The plan made by hand, and how far each weight may be bred away from it."""
    spread = np.full(styles.N_WEIGHTS, 0.25)
    spread[[styles.AWAY, styles.OTHER + styles.AWAY]] = 0.1
    spread[[styles.END, styles.END_POINTS, styles.END_WON]] = 0.7
    return styles.plan_style().astype(np.float64), spread


def worth_of_leads(gains: Floats) -> Floats:
    """How likely a lead wins, by rounds finished, whether one begins the next, and the lead.

    `gains` tells how likely each gain of who begins a round is.
    """
    leads = np.arange(net.LEADS) - net.MOST_LEAD
    worth = np.zeros((rules.ROUNDS, SEATS, net.LEADS))
    worth[rules.ROUNDS - 1] = (leads > 0) + 0.5 * (leads == 0)
    for finished in range(rules.ROUNDS - 2, -1, -1):
        for begins, sign in ((0, -1), (1, 1)):
            for gain in range(-net.MOST_GAIN, net.MOST_GAIN + 1):
                later = np.clip(leads + sign * gain, -net.MOST_LEAD, net.MOST_LEAD) + net.MOST_LEAD
                likely = gains[gain + net.MOST_GAIN]
                worth[finished, begins] += likely * worth[finished + 1, 1 - begins, later]
    return worth


class Run:
    """A training and how far it is."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game, self.seed, self.rounds = game, seed, 0
        self.genes, self.spread = first_genes()
        self.numbers = _blank(seed)
        self.slope, self.mean, self.square = (np.zeros_like(self.numbers) for _ in range(3))
        self.steps = 0
        self.lessons: Lessons = np.zeros(0, LESSON)

    def learnt(self) -> Learnt:
        """Everything, as the kernels read it."""
        return self.numbers.copy()

    def breed(self) -> dict[str, float]:
        """One generation of weights."""
        rng = np.random.default_rng([self.seed, self.rounds])
        self._set_genes(self.genes)
        genes = self.genes + self.spread * rng.standard_normal((_POPULATION, self.genes.size))
        fitness = np.zeros(_POPULATION)
        for k, one in enumerate(genes):
            other = self.numbers.copy()
            _bred(other)[:] = one
            leads = self._leads(other, styles.WISE, self.numbers, styles.WISE, _PAIRS)
            fitness[k] = _share(leads) + _MARGIN * leads.mean()
        elite = genes[np.argsort(-fitness)[:_ELITE]]
        self.genes = 0.5 * self.genes + 0.5 * elite.mean(axis=0)
        self.spread = np.maximum(0.7 * self.spread + 0.3 * elite.std(axis=0), _LEAST_SPREAD)
        self._set_genes(self.genes)
        leads = self._leads(self.numbers, styles.WISE, self.numbers, styles.PLAN, 2 * _TRIALS)
        return {"best fitness": float(fitness.max()), "share against plan": _share(leads)}

    def study(self, rounds: int) -> dict[str, float]:
        """Play and study; the loss is that on the new games before they were studied."""
        is_new = self.rounds == BREEDING
        stream = fast_stream(self._seed())
        fresh: Lessons = np.zeros(_LESSONS, LESSON)
        work, minds = self._desk()
        warmth = _FIRST_WARMTH if is_new else _WARMTH
        moves, values = np.zeros(MAX_MOVES, np.int32), np.zeros(MAX_MOVES)
        fresh = fresh[
            : practise(
                self.game.template, work, minds, self.numbers, is_new, warmth, stream, moves,
                values, fresh,
            )
        ]  # fmt: skip
        first = fresh["gain"][fresh["left"] == fresh["left"].max()]  # who begins has moved
        gains = np.bincount(net.MOST_GAIN - first.astype(int), minlength=net.GAINS)
        self.numbers[net.TABLE : net.NET] = worth_of_leads(gains / gains.sum()).ravel()
        none = np.zeros_like(self.numbers)
        every = np.arange(fresh.size, dtype=np.int32)
        scratch: Batch = np.zeros(1, SCRATCH)
        before = studied(
            self.numbers, none, none, none, fresh, every, fresh.size + 1, 0.0, 0, stream, scratch
        )
        self.lessons = np.concatenate([self.lessons, fresh])[-_KEPT * _LESSONS :]
        rng = np.random.default_rng([self.seed, self.rounds])
        order = rng.permutation(self.lessons.size)[:_STUDIED].astype(np.int32)
        progress = (self.rounds - BREEDING) / max(1, rounds - 1 - BREEDING)
        rate = _RATE * (_LAST_RATE / _RATE) ** progress
        loss = studied(
            self.numbers, self.slope, self.mean, self.square, self.lessons, order, _BATCH, rate,
            self.steps, stream, scratch,
        )  # fmt: skip
        self.slope[:] = 0.0
        self.steps += order.size // _BATCH
        leads = self._leads(self.numbers, LEARNT, self.numbers, styles.WISE, _TRIALS)
        return {"loss on new games": before, "loss": loss, "share against wise": _share(leads)}

    def advance(self, rounds: int) -> dict[str, float]:
        """One more round, as one of so many in all."""
        return self.breed() if self.rounds < BREEDING else self.study(rounds)

    def save(self, path: Path) -> None:
        """Write all that `load` needs."""
        path.parent.mkdir(parents=True, exist_ok=True)
        names = ("rounds", "seed", "steps", "genes", "spread", "numbers", "mean", "square")
        kept: dict[str, Any] = {name: getattr(self, name) for name in names}
        np.savez(path, lessons=self.lessons, **kept)

    def load(self, path: Path) -> None:
        """Go on from a file."""
        with np.load(path) as kept:
            for name in ("rounds", "seed", "steps"):
                setattr(self, name, int(kept[name]))
            for name in ("genes", "spread", "numbers", "mean", "square", "lessons"):
                setattr(self, name, kept[name])

    def _seed(self) -> int:
        return self.seed * 1_000_003 + self.rounds

    def _set_genes(self, genes: Genes) -> None:
        _bred(self.numbers)[:] = genes

    def _desk(self) -> tuple[Batch, Batch]:
        return np.zeros(1, DTYPE), np.zeros(1, MIND)

    def _leads(self, one: Learnt, style: int, two: Learnt, other_style: int, pairs: int) -> Floats:
        """By how many points one wins its games against the other."""
        work, minds = self._desk()
        leads = np.zeros(2 * pairs)
        streams = fast_streams(self._seed(), pairs)
        dealer, chooser = streams[0].copy(), streams[0].copy()
        contest(
            self.game.template, work, minds, one, style, two, other_style, streams, dealer,
            chooser, np.zeros(MAX_MOVES, np.int32), np.zeros(MAX_MOVES), leads,
        )  # fmt: skip
        return leads


def _share(leads: Floats) -> float:
    """The share of games won, ties half."""
    return float(np.mean((leads > 0) + 0.5 * (leads == 0)))


def _bred(learnt: Learnt) -> Learnt:
    """The bred weights among all that is learnt, to be written to."""
    return learnt[styles.WISE * styles.N_WEIGHTS : (styles.WISE + 1) * styles.N_WEIGHTS]


def _blank(seed: int) -> Learnt:
    """What is known before training: the simple styles, and a network of random numbers."""
    rng = np.random.default_rng(seed)
    w = np.zeros(net.SIZE, np.float32)
    w[: styles.N_WEIGHTS] = styles.points_style()
    w[styles.N_WEIGHTS : 2 * styles.N_WEIGHTS] = styles.order_style()
    w[2 * styles.N_WEIGHTS : 3 * styles.N_WEIGHTS] = styles.plan_style()
    w[net.TABLE : net.NET] = worth_of_leads(np.full(net.GAINS, 1 / net.GAINS)).ravel()
    w[net.NET : net.BIAS_1] = 0.15 * rng.standard_normal(net.BIAS_1 - net.NET)
    w[net.LAYER_2 : net.BIAS_2] = np.sqrt(2 / net.FIRST) * rng.standard_normal(
        net.BIAS_2 - net.LAYER_2
    )
    w[net.LAYER_3 : net.BIAS_3] = 0.05 * rng.standard_normal(net.BIAS_3 - net.LAYER_3)
    return w
