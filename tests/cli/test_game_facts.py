"""What the command line knows about the games agrees with their rules."""

from __future__ import annotations

import pytest

import genial
from genial.cli.game_facts import DEFAULT_PLAYERS, GAMES


def test_every_game_is_listed() -> None:
    assert tuple(GAMES) == genial.games()


@pytest.mark.parametrize("name", list(GAMES))
def test_players_and_defaults_are_those_of_the_rules(name: str) -> None:
    facts = GAMES[name]
    for players in range(6):
        if players in facts.players:
            assert genial.game(name, players=players).players == players
        else:
            with pytest.raises(genial.BadOption):
                genial.game(name, players=players)
    options = dict(genial.game(name).options)
    assert options.pop("players") == DEFAULT_PLAYERS
    assert options.pop("start") == 1
    named = {option.name: option.default for option in facts.options if not option.optional}
    assert named == options


@pytest.mark.parametrize("name", list(GAMES))
def test_a_game_with_hidden_information_hides_something_from_spectators(name: str) -> None:
    state = genial.game(name).start(seed=1)
    hides = state.view(None)["log"] != list(state.log)
    assert GAMES[name].has_hidden_information == hides
