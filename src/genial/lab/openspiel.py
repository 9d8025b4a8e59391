"""OpenSpiel: the four games with explicit chance nodes, and bots across the border.

Importing this module registers `python_genial_ingenious`, `python_genial_tile_challenge`,
`python_genial_spezial` and `python_genial_phoenix`; their parameters are the options of the games.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

import genial
from genial.core.errors import BadOption, GenialError, IllegalMove
from genial.core.game import Game
from genial.core.hexes import hexagon
from genial.core.state import State as Position
from genial.games.ingenious import board as hexagons
from genial.games.ingenious.board import N_TYPES
from genial.games.phoenix.cards import HAND, N_CARDS, N_KINDS
from genial.games.phoenix.rows import LINE, SPECTRUM
from genial.games.phoenix.rules import CARD, ROUNDS, SEATS
from genial.games.spezial.rules import KINDS, MAX_TOWERS, TILES
from genial.games.tile_challenge.rules import DRAWN, IDLE_TURNS, MIDDLE, QUOTA
from genial.games.tile_challenge.tiles import N_COLOURS
from genial.lab.drawings import text
from genial.lab.events import THINGS, Events
from genial.lab.extras import missing
from genial.lab.kernels import stepping
from genial.lab.table import NO_MASK, book

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise missing(error) from None

PREFIX = "python_genial_"
PARAMETERS: dict[str, dict[str, Any]] = {
    "ingenious": {"players": 2, "variant": "standard", "start": 1},
    "tile-challenge": {"players": 2, "games": 1, "start": 1},
    "spezial": {"players": 2, "board": "rebuilt", "start": 1},
    "phoenix": {"players": 2, "start": 1},
}
_SEATS = {"ingenious": (1, 4), "tile-challenge": (2, 4), "spezial": (2, 4), "phoenix": (2, 2)}
_HIDING = ("ingenious", "phoenix")
_LONGEST_TURN = N_COLOURS + 1  # decisions of a turn of Tile Challenge
_REDEALS = 10  # of the lines of a round of Phoenix, because one matched: more never happens
# Outcomes are numbers below these.
OUTCOMES = {
    "ingenious": N_TYPES,
    "tile-challenge": DRAWN + N_COLOURS,
    "spezial": KINDS,
    "phoenix": CARD + N_KINDS,
}


def short_name(name: str) -> str:
    """What OpenSpiel calls a game.

    >>> short_name("tile-challenge")
    'python_genial_tile_challenge'
    """
    return PREFIX + name.replace("-", "_")


def game_type(name: str, *, solo: bool = False) -> Any:
    """The type of a game; only the solo player has nobody to win from."""
    information, utility = pyspiel.GameType.Information, pyspiel.GameType.Utility
    least, most = _SEATS[name]
    return pyspiel.GameType(
        short_name=short_name(name),
        long_name=genial.game(name).title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION
        if name in _HIDING
        else information.PERFECT_INFORMATION,
        utility=utility.GENERAL_SUM if solo else utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=least,
        provides_information_state_string=True,
        provides_information_state_tensor=name in THINGS,
        provides_factored_observation_string=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS[name],
    )


def longest(game: Game) -> int:
    """More decisions than any game can have."""
    players = game.players
    if game.name == "ingenious":  # a tile takes two cells, and may bring the question of a swap
        return len(hexagon(hexagons.RADIUS[players]))
    if game.name == "spezial":
        return TILES * players
    if game.name == "phoenix":
        return ROUNDS * (N_CARDS - SEATS * HAND)  # until the pile is empty
    changes = players * N_COLOURS * QUOTA[players] + 1
    return int(game.options["games"]) * changes * IDLE_TURNS * _LONGEST_TURN


def most_draws(game: Game) -> int:
    """Chance nodes of a game, at most (Phoenix: short of lines that match again and again)."""
    if game.name == "ingenious":
        return hexagons.RACK * (game.players + longest(game))
    if game.name == "spezial":
        return MAX_TOWERS
    if game.name == "phoenix":
        return ROUNDS * (SPECTRUM + _REDEALS * SEATS * LINE + N_CARDS)
    return (MIDDLE + 1) * longest(game)  # a draw, or a reshuffle and then the middle


def rows_of(game: Game) -> int:
    """Events that a log can tell, at most."""
    moves = longest(game)
    if game.name == "phoenix":  # a card after every move, and what begins a round
        return 2 * moves + ROUNDS * (SPECTRUM + SEATS * (LINE + HAND))
    return moves + most_draws(game)  # Ingenious: a tile that a swap shows is none that was drawn


class SpielGame(pyspiel.Game):
    """A game of ours as OpenSpiel wants it; the four below are made by `load`."""

    NAME: ClassVar[str]

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        name = self.NAME
        given = {**PARAMETERS[name], **(parameters or {})}
        self.rules = genial.game(name, **given)
        self.book = book(self.rules)
        solo = self.rules.players == 1
        info = pyspiel.GameInfo(
            num_distinct_actions=self.book.actions.size,
            max_chance_outcomes=OUTCOMES[name],
            num_players=self.rules.players,
            min_utility=0.0 if solo else -1.0,
            max_utility=1.0,
            utility_sum=None if solo else 0.0,
            max_game_length=longest(self.rules),
        )
        super().__init__(game_type(name, solo=solo), info, given)

    def new_initial_state(self) -> SpielState:
        """A game in which nothing has been dealt."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Chance nodes of a game, at most."""
        return most_draws(self.rules)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What OpenSpiel asks observations of."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self, kind, params)

    def state_at(self, position: Position) -> SpielState:
        """A state of OpenSpiel at a position of the library.

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
        self.position = game.rules.undealt()

    @property
    def _book(self) -> Any:
        return book(self.position.game)

    def current_player(self) -> int:
        """The player to move from 0, or chance, or nobody."""
        turn = self.position.turn
        if turn is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.position.is_chance_due else turn - 1

    def is_terminal(self) -> bool:
        """Has the game ended?"""
        return self.position.over

    def _legal_actions(self, player: int) -> list[int]:
        actions: list[int] = self._book.actions.of_code[self.position.legal().codes].tolist()
        return actions

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What the next draw can bring, with its probabilities."""
        outcomes = self.position.outcomes()
        total = sum(weight for _, weight in outcomes)
        return [(outcome, weight / total) for outcome, weight in outcomes]

    def _apply_action(self, action: int) -> None:
        if self.is_chance_node():
            self.position = self.position.settle(action)
            return
        code = self._book.actions.code(action)
        try:
            self.position = self.position.play_undealt(code)
        except IllegalMove as error:
            text = self._book.actions.text(action)
            raise IllegalMove(f"{text} is not legal here: {error}", code=error.code) from None

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return str(self._book.actions.text(action))
        game = self.position.game
        lines = game.kit.chance_lines((action,), self.position.mover, game.options)
        return f"* {lines[0].split()[-1].rpartition(':')[2]}"

    def returns(self) -> list[float]:
        """At the end 2 u - 1 for the share u of the others that a player is ahead of; solo u."""
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
        self._book = game.book
        self._events: Events | None = None
        self.tensor = None
        self.dict: dict[str, Any] = {}
        if not kind.public_info or not self._is_private:
            return
        if not kind.perfect_recall:
            self.tensor = np.zeros(self._book.observations.size, np.float32)
            self.dict = self._book.observations.split(self.tensor)
        elif game.rules.name in THINGS:
            self._events = Events(self._book.actions, rows_of(game.rules))
            self.tensor = np.zeros(self._events.size, np.float32)
            self.dict = self._events.split(self.tensor)

    def set_from(self, state: SpielState, player: int) -> None:
        """Update the tensors."""
        seat = state.position.game.check_seat(max(0, player) + 1) - 1
        if self.tensor is None:
            return
        if self._events is not None:
            self._events.write(self._told(state.position, seat + 1), seat, self.tensor)
        else:
            of_code = self._book.actions.of_code
            blank = self._book.observations.blank
            stepping.sees(state.position.array, seat, of_code, NO_MASK, blank, self.tensor)

    def string_from(self, state: SpielState, player: int) -> str:
        """With perfect recall the log as the player saw it; otherwise the table as it lies.

        While something is drawn: the table before the move, the move, and what has come so far.
        """
        position, seat = state.position, player + 1 if self._is_private else None
        is_dealing = state.is_chance_node()
        table = position.previous if is_dealing else position
        news = position.news(seat) if is_dealing else []
        if not self._kind.public_info:
            everybodys = position.news(None)
            told = [line for line in news if line not in everybodys]
            return "\n".join([*_held(table, seat), *told])
        if self._kind.perfect_recall:
            return "\n".join(self._told(position, seat))
        return ("" if table is None else text(table.view(seat, log=False))) + "\n".join(news)

    @staticmethod
    def _told(position: Position, seat: int | None) -> list[str]:
        """The log as a seat (from 1) saw it."""
        if not position.origin.from_setup:
            raise GenialError("this state was set up: nobody knows its history", code="no-history")
        return [line for step in position.history for line in step.news(seat)]


def _held(table: Position | None, seat: int | None) -> list[str]:
    """What only this seat sees of a table, in a line."""
    if table is None or seat is None:
        return []
    view = table.view(seat, log=False)
    return [" ".join(view.get("rack") or view.get("hand") or ())]


class Ingenious(SpielGame):
    """Ingenious."""

    NAME = "ingenious"


class TileChallenge(SpielGame):
    """Tile Challenge."""

    NAME = "tile-challenge"


class Spezial(SpielGame):
    """Genial Spezial."""

    NAME = "spezial"


class Phoenix(SpielGame):
    """Phoenix."""

    NAME = "phoenix"


def load(name: str, **options: Any) -> SpielGame:
    """A game of OpenSpiel by our name and options.

    >>> load("phoenix").num_distinct_actions()
    107
    """
    game: SpielGame = pyspiel.load_game(short_name(name), options)
    return game


# OpenSpiel keeps what it is handed until after Python's end: a class survives that, a function
# brings the process down.
for _class in (Ingenious, TileChallenge, Spezial, Phoenix):
    if short_name(_class.NAME) not in pyspiel.registered_names():
        pyspiel.register_game(game_type(_class.NAME), _class)
