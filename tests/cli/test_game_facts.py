"""The list of games says what the library does."""

from __future__ import annotations

import pytest

import genial
from genial.cli.game_facts import DEFAULT_PLAYERS, GAMES


def test_every_game_is_listed() -> None:
    assert tuple(GAMES) == genial.games()


@pytest.mark.parametrize("name", list(GAMES))
def test_players_and_defaults_are_those_of_the_rules(name: str) -> None:
    about = GAMES[name]
    for players in range(6):
        if players in about.players:
            assert genial.game(name, players=players).players == players
        else:
            with pytest.raises(genial.BadOption):
                genial.game(name, players=players)
    options = dict(genial.game(name).options)
    assert options.pop("players") == DEFAULT_PLAYERS
    assert options.pop("start") == 1
    assert {option: default for option, default, _ in about.options} == {
        option: str(value) for option, value in options.items()
    }
