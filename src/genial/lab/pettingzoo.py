"""PettingZoo: every game as an AEC environment, one agent a seat.

`env` checks actions and their order, `raw_env` only whether a move is legal; `mo_env` follows
MOMAland's convention of vector rewards. All take a game's name and its options.
"""

from __future__ import annotations

import copy
import secrets
from typing import Any

import numpy as np
import numpy.typing as npt

import genial
from genial.core.errors import BadOption, IllegalMove
from genial.core.kit import one_word
from genial.core.state import State
from genial.lab.actions import whole
from genial.lab.encoding import encoding_of
from genial.lab.extras import missing
from genial.lab.kernels.sight import Floats
from genial.lab.kernels.stepping import OVER
from genial.lab.observations import VERSION
from genial.lab.rendering import HUMAN, MODES, render_state
from genial.lab.simulator import NO_SEAT, Simulator
from genial.lab.spaces import twin as twin_of
from genial.lab.spaces import twins

try:
    import gymnasium
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper
except ModuleNotFoundError as error:
    raise missing(error) from None

REWARDS = ("scalar", "gains", "vector")
ILLEGAL = ("raise", "lose")
Seen = dict[str, npt.NDArray[Any]]


class raw_env(AECEnv):  # noqa: N801 (PettingZoo's name for it)
    """A game; agents are `seat_1`, `seat_2`, …

    An observation is a dict of `observation` (see `genial.lab.Observations`) and `action_mask`.

    `rewards` are `scalar` (at the end, 2 u - 1 for the share u of the others that a seat is ahead
    of; solo u), `gains` (points as they come, all colours added up) or `vector` (by colour). With
    `illegal="lose"` an illegal action ends the game: its agent gets -1 (of every colour), the
    others 0.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 (PettingZoo's type for it)
        "render_modes": list(MODES),
        "is_parallelizable": False,
        "render_fps": 2,
        "observation_version": VERSION,
    }

    def __init__(
        self,
        game: str = "ingenious",
        *,
        rewards: str = "scalar",
        illegal: str = "raise",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self.game = genial.game(game, **options)
        self.render_mode = render_mode and one_word("render_mode", render_mode, MODES)
        self.metadata = {**self.metadata, "name": f"genial_{self.game.name.replace('-', '_')}_v1"}
        self._kind = one_word("rewards", rewards, REWARDS)
        self._loses = one_word("illegal", illegal, ILLEGAL) == "lose"
        self._counts = self._kind != "scalar"
        self._is_scalar = self._kind != "vector"
        self._encoding = encoding_of(self.game)
        self.possible_agents = [f"seat_{seat + 1}" for seat in range(self.game.players)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._seeds = np.random.default_rng(secrets.randbits(63))
        self._simulator = Simulator(self.game, counting=self._counts)
        seen, actions = self._encoding.observations, self._encoding.actions
        box = gymnasium.spaces.Box
        self.observation_spaces = {
            agent: gymnasium.spaces.Dict(
                {
                    "observation": box(0.0, 1.0, (seen.size,), np.float32),
                    "action_mask": box(0, 1, (actions.size,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: gymnasium.spaces.Discrete(actions.size) for agent in self.possible_agents
        }
        self.state_space = box(0, 255, (self._simulator.size,), np.uint8)
        dimension = len(self._encoding.objectives)
        self.reward_spaces = {
            agent: box(-np.inf, np.inf, (dimension,), np.float32) for agent in self.possible_agents
        }

    # --- PettingZoo

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations, always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions, always the same object."""
        return self.action_spaces[agent]

    def reward_space(self, agent: str) -> Any:
        """Return the space of vector rewards, as MOMAland asks for it."""
        return self.reward_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game; a seed makes it and all that follow repeatable."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self._simulator.start(int(self._seeds.integers(1 << 62)))
        self._begin()
        if self.render_mode == HUMAN:
            self.render()

    def _begin(self) -> None:
        """Let all agents take part, in whatever state the game is."""
        self.agents = self.possible_agents[:]
        self.rewards = {agent: self._nothing() for agent in self.agents}
        self._cumulative_rewards = {agent: self._nothing() for agent in self.agents}
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection: str | None = None
        self._counted = self._simulator.points.copy()
        self._over = self._simulator.seat == OVER
        if self._over:
            self.agent_selection = self.agents[0]
            self._end()
        else:
            self.agent_selection = self.possible_agents[self._simulator.seat]

    def _nothing(self) -> Any:
        return 0.0 if self._is_scalar else np.zeros(len(self._encoding.objectives), np.float32)

    def _clear_rewards(self) -> None:
        for agent in self.rewards:
            self.rewards[agent] = self._nothing()

    def step(self, action: int | None) -> None:
        """Play the action of the selected agent."""
        if self._over:
            self._was_dead_step(action)
            return
        if action is None:
            raise BadOption("an action is needed while the game goes on")
        self._act(self.agent_selection, whole(action))
        if self.render_mode == HUMAN:
            self.render()

    def _act(self, agent: str, action: int) -> None:
        simulator = self._simulator
        try:
            simulator.play(action)
        except IllegalMove:
            if not self._loses:
                raise
            simulator.forfeit()
            self._clear_rewards()
        self._cumulative_rewards[agent] = self._nothing()
        if self._counts and simulator.loser == NO_SEAT:
            self._add_gains()
        if simulator.seat == OVER:
            self._over = True
            self._end()
        else:
            self.agent_selection = self.possible_agents[simulator.seat]

    def _add_gains(self) -> None:
        gains = self._simulator.points - self._counted
        self._counted = self._simulator.points.copy()
        for seat, agent in enumerate(self.possible_agents):
            gain = gains[seat]
            self.rewards[agent] = gain if self._kind == "vector" else float(gain.sum())
            self._cumulative_rewards[agent] = self._cumulative_rewards[agent] + self.rewards[agent]

    def _end(self) -> None:
        """End the game for all agents: pay the result, and the loss to one that forfeited."""
        simulator = self._simulator
        self.terminations = dict.fromkeys(self.agents, True)
        if simulator.loser != NO_SEAT:
            self.rewards[self.possible_agents[simulator.loser]] = self._nothing() - 1.0
        elif not self._counts:
            for seat, agent in enumerate(self.possible_agents):
                worth = float(simulator.utilities[seat])
                self.rewards[agent] = worth if self.game.players == 1 else 2.0 * worth - 1.0
        if simulator.loser != NO_SEAT or not self._counts:
            self._accumulate_rewards()

    def observe(self, agent: str) -> Seen:
        """Return what an agent sees and may do; the mask of one that is not to move is empty."""
        observation, mask = self._simulator.observe(self._seat_of[agent])
        return {"observation": observation, "action_mask": mask}

    def render(self) -> Any:
        """Render the game as spectators see it, in the render mode; warn without one."""
        loser = None if self._simulator.loser == NO_SEAT else self._simulator.loser + 1
        return render_state(self._simulator.snapshot(), self.render_mode, loser=loser)

    def close(self) -> None:
        """Do nothing: nothing is open."""

    # --- what PettingZoo has not

    def legal_actions(self) -> npt.NDArray[np.int32]:
        """Return the numbers of the selected agent's legal actions, in order."""
        return self._simulator.legal

    def text(self, action: int) -> str:
        """Return the text of an action."""
        return self._encoding.actions.text(action)

    def action(self, text: str) -> int:
        """Return the number of a move's text."""
        return self._encoding.actions.number(text)

    def parts(self, observation: Floats) -> dict[str, Floats]:
        """Return the parts of an observation by name."""
        return self._encoding.observations.split(observation)

    def game_state(self) -> State:
        """Return the game as the library has it, with its history: for bots, views and records.

        A loss by an illegal action is none of its rules: there the game stands as it stood.
        """
        return self._simulator.state()

    def state(self) -> npt.NDArray[np.uint8]:
        """Return the whole truth and the chance to come, as bytes: `set_state` goes back to it."""
        return self._simulator.pack()

    def set_state(self, state: npt.NDArray[np.uint8]) -> None:
        """Go on from a state of this or of an equal environment, even if this was never reset.

        Rewards begin anew: those of a game that is over are its result, as after its last move,
        but gains and vectors tell only of moves after the state, so they are 0 there.
        """
        self._simulator.unpack(state)
        self._begin()

    def copy(self) -> raw_env:
        """Return an independent copy that goes on in the same way, deals included."""
        return copy.copy(self)

    def __copy__(self) -> raw_env:
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._simulator = self._simulator.copy()
        twin._seeds = copy.deepcopy(self._seeds)
        for name in ("observation_spaces", "action_spaces", "reward_spaces"):
            setattr(twin, name, twins(getattr(self, name)))
        twin.state_space = twin_of(self.state_space)
        for name in ("agents", "rewards", "_cumulative_rewards", "terminations", "truncations"):
            if hasattr(self, name):
                setattr(twin, name, copy.copy(getattr(self, name)))
        if hasattr(self, "infos"):
            twin.infos = {agent: dict(info) for agent, info in self.infos.items()}
        return twin

    def __deepcopy__(self, memo: object) -> raw_env:
        return copy.copy(self)


class Checked(OrderEnforcingWrapper):
    """The wrapper that `env` ends in; its copies are checked, too."""

    def copy(self) -> Checked:
        """Return an independent copy that goes on in the same way, deals included."""
        return copy.deepcopy(self)

    def set_state(self, state: npt.NDArray[np.uint8]) -> None:
        """Go on from a state; no reset is needed before that."""
        self.env.set_state(state)
        self._has_reset = self._has_updated = True


def env(game: str = "ingenious", **options: Any) -> Checked:
    """Make a game with PettingZoo's checks; an illegal action loses."""
    raw = raw_env(game, **{"illegal": "lose", **options})
    return Checked(AssertOutOfBoundsWrapper(raw))


def mo_env(game: str = "ingenious", **options: Any) -> Checked:
    """Make a game with vector rewards by colour, as MOMAland has them."""
    return env(game, rewards="vector", **options)
