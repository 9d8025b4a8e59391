"""Thousands of games side by side, stepped by compiled code on all cores."""

from __future__ import annotations

import os
import secrets
from typing import Any

import numpy as np
import numpy.typing as npt

import genial
from genial.core import engine
from genial.core.chance import fast_streams
from genial.core.errors import BadOption, GenialError, IllegalMove, quote
from genial.core.kernel import Records, Stream
from genial.core.kit import one_word, whole_number
from genial.core.state import State
from genial.lab.actions import whole
from genial.lab.encoding import encoding_of
from genial.lab.extras import missing
from genial.lab.kernels import stepping
from genial.lab.kernels.sight import Floats
from genial.lab.kernels.stepping import (
    ALL_SEATS,
    DISABLED,
    LOST,
    NEXT_STEP,
    REFUSED,
    SAME_STEP,
    TRUSTED,
)
from genial.lab.observations import VERSION
from genial.lab.rendering import HUMAN, MODES, render_state
from genial.lab.spaces import twin as twin_of

try:
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError as error:
    raise missing(error) from None

MASKS = ("bytes", "bits", "none")
OPPONENTS = ("self", "random")
ILLEGAL = ("lose", "raise")
_MODES = {
    AutoresetMode.NEXT_STEP: NEXT_STEP,
    AutoresetMode.SAME_STEP: SAME_STEP,
    AutoresetMode.DISABLED: DISABLED,
}
_SPACES = ("single_observation_space", "single_action_space", "observation_space", "action_space")
_MOST = 1 << 20  # games
_CHUNKS = 8  # pieces of work for each core


class Games(VectorEnv):
    """A batch of games. With `opponent="self"` every action is one of the seat to move, whichever
    that is (`infos["seat"]`, from 1); with `random` the learner has one seat and the others move
    at random.

    The observation is that of the seat to move; `infos` has the `action_mask`: a byte for each
    action, or as `packed_mask` a bit for each (`genial.lab.Actions.unpack`), or none. The
    reward is what the seat that acted got; `infos["rewards"]` has those of all seats. They are
    2 u - 1 at the end of a game, for the share u of the others that a seat is ahead of; solo u.

    A game that has ended begins anew as Gymnasium's autoreset mode says. An action that is not
    legal loses its game (-1, the others 0); with `illegal="raise"` it is refused, and nothing is
    played then.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 (Gymnasium's type for it)
        "render_modes": list(MODES),
        "observation_version": VERSION,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        game: str = "ingenious",
        num_envs: int = 1,
        *,
        opponent: str = "self",
        seat: int = 1,
        masks: str = "bytes",
        observations: bool = True,
        illegal: str = "lose",
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.game = genial.game(game, **options)
        self.num_envs = whole_number("num_envs", num_envs, range(1, _MOST + 1))
        players = self.game.players
        whole_number("seat", seat, range(1, players + 1))
        is_self = one_word("opponent", opponent, OPPONENTS) == "self"
        self._learner = ALL_SEATS if is_self else seat - 1
        self._mode = AutoresetMode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self._mode}
        self.render_mode = render_mode and one_word("render_mode", render_mode, MODES)
        self._masks = one_word("masks", masks, MASKS)
        self._illegal = LOST if one_word("illegal", illegal, ILLEGAL) == "lose" else REFUSED
        self._encoding = encoding_of(self.game)
        self._width = self._encoding.observations.size if observations else 0
        self.single_observation_space = spaces.Box(0.0, 1.0, (self._width,), np.float32)
        self.single_action_space = spaces.Discrete(self._encoding.actions.size)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.records: Records = np.repeat(self.game.template, num_envs)
        self._ended = np.zeros(num_envs, np.bool_)
        self._seats: npt.NDArray[np.int8] = np.zeros(num_envs, np.int8)
        self._chunks = min(num_envs, _CHUNKS * (os.cpu_count() or 1))
        self._seed(secrets.randbits(62), self._all())
        self._begun = False

    def _seed(self, seed: int, chosen: npt.NDArray[np.bool_]) -> None:
        """Seed the chance of these games: for dealing, and apart from that for `sample`."""
        if chosen.all():
            self._streams, self._dice = self._chance(seed)
        else:
            for mine, fresh in zip((self._streams, self._dice), self._chance(seed), strict=True):
                mine[chosen] = fresh[chosen]

    def _chance(self, seed: int) -> tuple[Stream, Stream]:
        streams = fast_streams(seed, 2 * self.num_envs)
        return streams[: self.num_envs], streams[self.num_envs :]

    # --- Gymnasium

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Floats, dict[str, Any]]:
        """Begin all games anew, or with `options={"reset_mask": …}` those chosen."""
        super().reset(seed=seed)
        chosen = np.ones(self.num_envs, np.bool_)
        if options is not None and "reset_mask" in options:
            chosen = np.asarray(options["reset_mask"])
            if chosen.shape != (self.num_envs,) or chosen.dtype != np.bool_:
                raise BadOption(f"reset_mask must be {self.num_envs} truth values in an array")
        if seed is not None:
            self._seed(seed, chosen)
        others = self._ended & ~chosen
        self._ended[:] = chosen
        self._begun = True
        nothing = np.full(self.num_envs, stepping.NOTHING, np.int64)
        observations, _, _, masks, packed, _, _ = self._step_all(nothing, illegal=TRUSTED)
        self._ended |= others
        masks[others] = 0
        packed[others] = 0
        self._render_for_humans()
        return observations, self._infos(masks, packed)

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[
        Floats,
        npt.NDArray[np.float64],
        npt.NDArray[np.bool_],
        npt.NDArray[np.bool_],
        dict[str, Any],
    ]:
        """Play an action in every game; may raise IllegalMove, and nothing is played then."""
        if not self._begun:
            raise BadOption("no game was begun: reset first")
        given = np.asarray(actions)
        if given.shape != (self.num_envs,):
            raise BadOption(f"an action for each of the {self.num_envs} games is needed")
        if given.dtype.kind not in "iu":
            raise BadOption(f"actions are whole numbers, not {given.dtype}")
        chosen = np.ascontiguousarray(given, np.int64)
        acted = self._seats.copy()
        found = self._step_all(chosen, illegal=self._illegal)
        observations, rewards, terminations, masks, packed, finals, refused = found
        if refused != stepping.FINE:
            raise self._refusal(refused, int(chosen[refused]))
        infos = self._infos(masks, packed) | {"rewards": rewards, "_rewards": self._all()}
        if self._mode == AutoresetMode.SAME_STEP and terminations.any():
            infos |= self._final(finals, terminations, rewards)
        mine = rewards[np.arange(self.num_envs), acted]
        self._render_for_humans()
        return observations, mine, terminations, np.zeros(self.num_envs, np.bool_), infos

    def _step_all(self, actions: npt.NDArray[np.int64], *, illegal: int) -> tuple[Any, ...]:
        """Step all games; return what came of it, and last which game was refused."""
        of, games = self._encoding, self.num_envs
        bytes_wide = of.actions.size if self._masks == "bytes" else 0
        bits_wide = of.actions.packed_size if self._masks == "bits" else 0
        masks = np.empty((games, bytes_wide), np.int8)
        packed = np.empty((games, bits_wide), np.uint8)
        observations = np.empty((games, self._width), np.float32)
        same = self._mode == AutoresetMode.SAME_STEP
        finals = np.empty((games if same else 0, self._width), np.float32)
        rewards = np.empty((games, self.game.players))
        terminations = np.empty(games, np.bool_)
        scratch = np.empty((self._chunks, 8 * bits_wide), np.int8)
        refused = stepping.step_all(
            self.records, self.game.template, actions, illegal, of.actions.codes,
            of.actions.of_code, self._streams, self._learner, _MODES[self._mode], self._ended,
            self._seats, rewards, terminations, masks, packed, of.observations.blank,
            observations, finals, scratch,
        )  # fmt: skip
        return observations, rewards, terminations, masks, packed, finals, refused

    def _refusal(self, game: int, action: int) -> GenialError:
        if self._ended[game]:
            return BadOption(f"game {game} is over: reset it with a reset_mask")
        known = 0 <= action < self._encoding.actions.size
        what = self._encoding.actions.text(action) if known else quote(action)
        return IllegalMove(f"{what} is not legal in game {game}")

    def render(self) -> tuple[Any, ...]:
        """Draw every game; warn without a render mode."""
        if self.render_mode is None:
            return (render_state(self.state(0), None),) * self.num_envs
        return tuple(self._picture(i) for i in range(self.num_envs))

    def _picture(self, index: int) -> Any:
        state = self.state(index)
        is_lost = self._ended[index] and not state.over
        loser = int(self._seats[index]) + 1 if is_lost else None
        return render_state(state, self.render_mode, loser=loser)

    def _render_for_humans(self) -> None:
        if self.render_mode == HUMAN:
            self.render()

    # --- beside it

    def sample(self) -> npt.NDArray[np.int64]:
        """Return a legal action for every game, each equally likely, without any mask.

        A seed makes these repeatable, too; they change nothing of what will be dealt.
        """
        codes = np.zeros(self.num_envs, np.int32)
        engine.sample_all(self.records, codes, self._dice, 0, self.num_envs)
        return np.where(codes < 0, 0, self._encoding.actions.of_code[codes]).astype(np.int64)

    def state(self, index: int) -> State:
        """Return one of the games as the library has it, without its history."""
        index = whole_number("index", whole(index), range(self.num_envs))
        return self.game.state_of(self.records[index : index + 1].copy())

    def copy(self) -> Games:
        """Return an independent copy that goes on in the same way, deals included."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.records = self.records.copy()
        twin._streams, twin._dice = self._streams.copy(), self._dice.copy()
        for name in _SPACES:
            setattr(twin, name, twin_of(getattr(self, name)))
        twin._ended, twin._seats = self._ended.copy(), self._seats.copy()
        return twin

    def _all(self) -> npt.NDArray[np.bool_]:
        return np.ones(self.num_envs, np.bool_)

    def _infos(self, masks: npt.NDArray[np.int8], packed: npt.NDArray[np.uint8]) -> dict[str, Any]:
        infos = {"seat": self._seats + np.int8(1), "_seat": self._all()}
        if masks.size:
            infos |= {"action_mask": masks, "_action_mask": self._all()}
        if packed.size:
            infos |= {"packed_mask": packed, "_packed_mask": self._all()}
        return infos

    def _final(
        self, finals: Floats, ended: npt.NDArray[np.bool_], rewards: npt.NDArray[np.float64]
    ) -> dict[str, Any]:
        """Return what Gymnasium wants to be told of games that began anew at once."""
        seen = np.full(self.num_envs, None, dtype=object)
        for i in np.flatnonzero(ended).tolist():
            seen[i] = finals[i]
        about = {"rewards": np.where(ended[:, None], rewards, 0.0), "_rewards": ended.copy()}
        return {"final_obs": seen, "_final_obs": ended.copy(), "final_info": about,
                "_final_info": ended.copy()}  # fmt: skip
