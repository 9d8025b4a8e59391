"""OpenSpiel: the four games with explicit chance nodes, and bots across the border.

Importing this module registers `python_genial_ingenious`, `python_genial_tile_challenge`,
`python_genial_spezial` and `python_genial_phoenix`; their parameters are the options of the games.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

import genial
from genial.core.errors import BadOption, GenialError, IllegalMove
from genial.core.facts import Facts
from genial.core.game import Game
from genial.core.state import State as Position
from genial.games import module_of, names
from genial.lab.encoding import NO_MASK, encoding_of
from genial.lab.events import Events, things_of
from genial.lab.extras import missing
from genial.lab.kernels import stepping
from genial.lab.texts import text

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise missing(error) from None

PREFIX = "python_genial_"


def short_name(name: str) -> str:
    """Return what OpenSpiel calls a game.

    >>> short_name("tile-challenge")
    'python_genial_tile_challenge'
    """
    return PREFIX + name.replace("-", "_")


def game_type(game: Game) -> Any:
    """Return the type of a game; only a solo player has no opponent to win from."""
    information, utility = pyspiel.GameType.Information, pyspiel.GameType.Utility
    facts = game.facts
    return pyspiel.GameType(
        short_name=short_name(game.name),
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION
        if facts.has_hidden_information
        else information.PERFECT_INFORMATION,
        utility=utility.GENERAL_SUM if game.players == 1 else utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(facts.players),
        min_num_players=min(facts.players),
        provides_information_state_string=True,
        provides_information_state_tensor=things_of(game) is not None,
        provides_factored_observation_string=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={**genial.game(game.name).options, **_optional(game.facts)},
    )


def _optional(facts: Facts) -> dict[str, int | str]:
    """Return the defaults of the options that games leave out while they have them."""
    own = {option.name: option.default for option in facts.options if option.optional}
    return own | dict.fromkeys(set(facts.optional_names) - set(own), "")


class SpielGame(pyspiel.Game):
    """A game as OpenSpiel wants it; `load` makes one of the subclasses below."""

    NAME: ClassVar[str]

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        name = self.NAME
        self.rules = genial.game(name, **(parameters or {}))
        self.encoding = encoding_of(self.rules)
        solo = self.rules.players == 1
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoding.actions.size,
            max_chance_outcomes=self.rules.kit.rules.OUTCOME_LIMIT,
            num_players=self.rules.players,
            min_utility=0.0 if solo else -1.0,
            max_utility=1.0,
            utility_sum=None if solo else 0.0,
            max_game_length=self.rules.longest_game,
        )
        super().__init__(game_type(self.rules), info, self.rules.options)

    def new_initial_state(self) -> SpielState:
        """Return a game in which nothing has been dealt."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return how many chance nodes a game has at most."""
        return self.rules.most_draws

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Return what OpenSpiel asks observations of."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self, kind, params)

    def state_at(self, position: Position) -> SpielState:
        """Return a state of OpenSpiel at a position of the library.

        OpenSpiel's own history (`history()`, `move_number()`) begins there. Information states
        are the position's log, and refused if the position has none.
        """
        state = self.new_initial_state()
        state.position = position
        return state


class SpielState(pyspiel.State):
    """A state of OpenSpiel: a position of the library, which never changes, and its next one."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        # OpenSpiel copies and pickles what is in an attribute; positions are values.
        self.position = game.rules.start_undealt()

    @property
    def _encoding(self) -> Any:
        return encoding_of(self.position.game)

    def current_player(self) -> int:
        """Return the player to move from 0, or chance, or the end."""
        turn = self.position.turn
        if turn is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.position.is_chance_due else turn - 1

    def is_terminal(self) -> bool:
        """Has the game ended?"""
        return self.position.over

    def _legal_actions(self, player: int) -> list[int]:
        actions: list[int] = self._encoding.actions.of_code[self.position.legal().codes].tolist()
        return actions

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what the next draw can bring, with its probabilities."""
        outcomes = self.position.outcomes()
        total = sum(weight for _, weight in outcomes)
        return [(outcome, weight / total) for outcome, weight in outcomes]

    def _apply_action(self, action: int) -> None:
        if self.is_chance_node():
            self.position = self.position.settle(action)
            return
        code = self._encoding.actions.code(action)
        try:
            self.position = self.position.play_undealt(code)
        except IllegalMove as error:
            text = self._encoding.actions.text(action)
            raise IllegalMove(f"{text} is not legal here: {error}", code=error.code) from None

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return str(self._encoding.actions.text(action))
        game = self.position.game
        lines = game.kit.chance_lines((action,), self.position.mover, game.options)
        return f"* {lines[0].split()[-1].rpartition(':')[2]}"

    def returns(self) -> list[float]:
        """Return 2 u - 1 at the end, u the share of others that a player is ahead of; solo u."""
        players = self.position.game.players
        if not self.is_terminal():
            return [0.0] * players
        utilities = self.position.utilities
        return list(utilities) if players == 1 else [2.0 * u - 1.0 for u in utilities]

    def __str__(self) -> str:
        return "\n".join(self.position.log)


class Observer:
    """What a player sees: the parts of our observations as tensors, and texts."""

    def __init__(self, game: SpielGame, kind: Any, params: Any) -> None:
        if params:
            raise BadOption(f"there are no parameters of observations, but {params} were given")
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise BadOption("what all players see together is not offered")
        self._kind = kind
        self._is_private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._encoding = game.encoding
        self._events: Events | None = None
        self.tensor = None
        self.dict: dict[str, Any] = {}
        if not kind.public_info or not self._is_private:
            return
        if not kind.perfect_recall:
            self.tensor = np.zeros(self._encoding.observations.size, np.float32)
            self.dict = self._encoding.observations.split(self.tensor)
        elif (things := things_of(game.rules)) is not None:
            self._events = Events(self._encoding.actions, things)
            self.tensor = np.zeros(self._events.size, np.float32)
            self.dict = self._events.split(self.tensor)

    def set_from(self, state: SpielState, player: int) -> None:
        """Update the tensors."""
        seat = state.position.game.check_seat(max(0, player) + 1) - 1
        if self.tensor is None:
            return
        if self._events is not None:
            self._events.write(self._log(state.position, seat + 1), seat, self.tensor)
        else:
            of_code = self._encoding.actions.of_code
            blank = self._encoding.observations.blank
            stepping.see(state.position.array, seat, of_code, NO_MASK, blank, self.tensor)

    def string_from(self, state: SpielState, player: int) -> str:
        """Return the log as the player saw it (perfect recall), or else the table as it lies.

        While something is drawn: the table before the move, the move, and what has come so far.
        """
        position, seat = state.position, player + 1 if self._is_private else None
        is_dealing = state.is_chance_node()
        table = position.previous if is_dealing else position
        news = position.news(seat) if is_dealing else []
        if not self._kind.public_info:
            everybodys = position.news(None)
            told = [line for line in news if line not in everybodys]
            return "\n".join([*_private_lines(table, seat), *told])
        if self._kind.perfect_recall:
            return "\n".join(self._log(position, seat))
        return ("" if table is None else text(table.view(seat, log=False))) + "\n".join(news)

    @staticmethod
    def _log(position: Position, seat: int | None) -> list[str]:
        """Return the log as a seat (from 1) saw it."""
        if not position.origin.from_setup:
            raise GenialError(
                "this state was set up from a position, so it has no history", code="no-history"
            )
        return [line for step in position.history for line in step.news(seat)]


def _private_lines(table: Position | None, seat: int | None) -> list[str]:
    """Return what only this seat sees of a table, in a line."""
    if table is None or seat is None:
        return []
    view = table.view(seat, log=False)
    own = [" ".join(view.get("rack") or view.get("hand") or ())]
    return own + [" ".join(tiles) for tiles in [view.get("partner_rack")] if tiles]


def _add(name: str) -> None:
    """Make a game known to OpenSpiel, which keeps it until after Python's end.

    A class survives that; a function brings the process down.
    """
    if short_name(name) not in pyspiel.registered_names():
        title = name.title().replace("-", "")
        of_game = type(title, (SpielGame,), {"NAME": name, "__module__": __name__})
        globals()[title] = of_game  # where pickle looks for it
        pyspiel.register_game(game_type(genial.game(name)), of_game)


def load(name: str, **options: Any) -> SpielGame:
    """Load a game of OpenSpiel by our name and options.

    >>> load("phoenix").num_distinct_actions()
    107
    """
    _add(name)
    game: SpielGame = pyspiel.load_game(short_name(name), options)
    return game


for _name in names():
    if module_of(_name, "lab.kernels") is not None:
        _add(_name)
