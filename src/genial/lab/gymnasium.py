"""Gymnasium: one seat against bots, and thousands of games side by side.

`Seat` is also registered, as `genial/Ingenious-v1`, `genial/TileChallenge-v1`,
`genial/Spezial-v1` and `genial/Phoenix-v1`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

import genial
from genial.bots import Bot, make
from genial.core.chance import fast_streams
from genial.core.errors import BadOption, IllegalMove, quote
from genial.core.kit import Data, one_word
from genial.core.state import State
from genial.lab.actions import whole
from genial.lab.encoding import encoding_of
from genial.lab.extras import missing
from genial.lab.kernels.sight import Floats
from genial.lab.kernels.stepping import OVER
from genial.lab.observations import VERSION
from genial.lab.rendering import HUMAN, MODES, render_state
from genial.lab.simulator import NO_SEAT, Simulator

try:
    import gymnasium
except ModuleNotFoundError as error:
    raise missing(error) from None

from genial.lab.vector import ILLEGAL
from genial.lab.vector import Games as Games

REWARDS = ("result", "gains")
RANDOM = "random"
BY_THE_CLOCK = ("search", "genius")  # unless they are told an effort
IDS = {name: f"genial/{name.title().replace('-', '')}-v1" for name in genial.games()}


class Seat(gymnasium.Env):
    """One seat of a game; the others are bots.

    `opponent` is the name of a bot or level, a bot of one's own, or one of these for each other
    seat in turn order; `random` costs next to nothing, the others think: `search` and `genius` by
    the clock, unless `effort` says how much; only then does a seed repeat their games.
    Observations are those of `genial.lab.Observations`; `info` has the `action_mask`. The reward
    is the `result` (at the end, 2 u - 1 for the share u of the others that the seat is ahead of;
    solo u) or the points that the own moves gain. An illegal action loses the game (-1), unless
    `illegal="raise"`.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 (Gymnasium's type for it)
        "render_modes": list(MODES),
        "render_fps": 2,
        "observation_version": VERSION,
    }

    def __init__(
        self,
        game: str = "ingenious",
        *,
        seat: int = 1,
        opponent: str | Bot | Sequence[str | Bot] = RANDOM,
        rewards: str = "result",
        illegal: str = "lose",
        effort: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.game = genial.game(game, **options)
        if seat not in range(1, self.game.players + 1):
            raise BadOption(f"there are seats 1 to {self.game.players}, not {quote(seat)}")
        self.render_mode = render_mode and one_word("render_mode", render_mode, MODES)
        self._seat = seat
        self._counts = one_word("rewards", rewards, REWARDS) == "gains"
        self._loses = one_word("illegal", illegal, ILLEGAL) == "lose"
        self._encoding = encoding_of(self.game)
        self._bots = self._seat_bots(opponent, effort)
        self._simulator = Simulator(self.game, counting=self._counts)
        self._begun = False
        seen, actions = self._encoding.observations, self._encoding.actions
        self.observation_space = gymnasium.spaces.Box(0.0, 1.0, (seen.size,), np.float32)
        self.action_space = gymnasium.spaces.Discrete(actions.size)

    def _seat_bots(
        self, opponent: str | Bot | Sequence[str | Bot], effort: int | None
    ) -> dict[int, Bot]:
        """Return the bots by seat."""
        players = self.game.players
        others = [(self._seat - 1 + k) % players + 1 for k in range(1, players)]
        several = isinstance(opponent, Sequence) and not isinstance(opponent, str)
        given: Sequence[Any] = list(opponent) if several else [opponent] * len(others)  # type: ignore[arg-type]
        if len(given) != len(others):
            raise BadOption(f"there are {len(others)} other seats, not {len(given)}")
        seated = dict(zip(others, given, strict=True))
        self._at_random = {
            seat for seat, bot in seated.items() if isinstance(bot, str) and bot == RANDOM
        }
        clocked = [bot for bot in given if isinstance(bot, str) and bot in BY_THE_CLOCK]
        if effort is not None and not clocked:
            raise BadOption(f"effort is for {' and '.join(BY_THE_CLOCK)}, and none of them plays")
        return {
            seat: make(self.game, bot, seed=seat, **({"effort": effort} if bot in clocked else {}))
            if isinstance(bot, str)
            else bot
            for seat, bot in seated.items()
        }

    # --- Gymnasium

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Floats, dict[str, Any]]:
        """Start a new game, at the seat's first turn."""
        super().reset(seed=seed)
        self._simulator.start(int(self.np_random.integers(1 << 62)))
        self._dice = fast_streams(int(self.np_random.integers(1 << 62)), 1)
        self._known: dict[int, tuple[list[str], State | None]] = {}
        self._begun = True
        self._wait()
        self._render_for_humans()
        return self._observe()

    def step(self, action: Any) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        """Play a move, and let the bots move until the seat is asked again."""
        simulator = self._current
        if self._over:
            raise BadOption("the game is over: reset first")
        before = self._points()
        try:
            simulator.play(whole(action), looking=False)
        except IllegalMove:
            if not self._loses:
                raise
            simulator.forfeit()
        gained = self._points() - before
        self._wait()
        self._render_for_humans()
        observation, info = self._observe()
        return observation, self._reward(gained), self._over, False, info

    def _reward(self, gained: float) -> float:
        simulator = self._simulator
        if simulator.loser != NO_SEAT:
            return -1.0
        if self._counts or not self._over:
            return gained
        worth = float(simulator.utilities[self._seat - 1])
        return worth if self.game.players == 1 else 2.0 * worth - 1.0

    def render(self) -> Any:
        """Render the game as this seat sees it, in the render mode; warn without one."""
        simulator = self._current
        loser = None if simulator.loser == NO_SEAT else self._seat
        return render_state(simulator.snapshot(), self.render_mode, seat=self._seat, loser=loser)

    def _render_for_humans(self) -> None:
        if self.render_mode == HUMAN:
            self.render()

    # --- beside it

    @property
    def state(self) -> State:
        """The game as the library has it."""
        return self._current.state()

    def text(self, action: int) -> str:
        """Return the text of an action."""
        return self._encoding.actions.text(action)

    def action(self, text: str) -> int:
        """Return the number of a move's text."""
        return self._encoding.actions.number(text)

    @property
    def _current(self) -> Simulator:
        if not self._begun:
            raise BadOption("no game was begun: reset first")
        return self._simulator

    def _wait(self) -> None:
        """Let the others move until the seat is asked, or the game is over."""
        simulator = self._simulator
        while simulator.seat not in (OVER, self._seat - 1):
            seat = simulator.seat + 1
            if seat in self._at_random:  # no view is needed for that
                simulator.play(simulator.sample(self._dice))
            else:
                simulator.play(self.action(self._bots[seat].choose(self._view(simulator.state()))))

    def _view(self, state: State) -> Data:
        """Return what the seat to move sees: its log is not written anew for every move."""
        seat = state.turn
        assert seat is not None
        log, known = self._known.get(seat, ([], None))
        news: list[State] = []
        at: State | None = state
        while at is not None and at is not known:
            news.append(at)
            at = at.previous
        for one in reversed(news):
            log += one.news(seat)
        self._known[seat] = log, state
        return state.view(seat, log=False) | {"log": log.copy()}

    def _points(self) -> float:
        """Return what the seat has gained so far, if that is counted."""
        return float(self._simulator.points[self._seat - 1].sum()) if self._counts else 0.0

    @property
    def _over(self) -> bool:
        return self._simulator.seat == OVER

    def _observe(self) -> tuple[Floats, dict[str, Any]]:
        observation, mask = self._simulator.observe(self._seat - 1)
        return observation, {"action_mask": mask}


for _name, _id in IDS.items():
    if _id not in gymnasium.registry:
        gymnasium.register(
            _id,
            entry_point="genial.lab.gymnasium:Seat",
            vector_entry_point="genial.lab.gymnasium:Games",
            kwargs={"game": _name},
        )
