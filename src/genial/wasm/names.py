"""The words and numbers of each game that its notation, views and explanations are spelt with."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any


def names_of(package: str) -> dict[str, list[str]]:
    """Return the names of a game: colours, cells, tiles."""
    return {key: list(map(str, words)) for key, words in _told(package)[0].items()}


def numbers_of(package: str) -> dict[str, int]:
    """Return the numbers that have a name in a game's kernels."""
    return {key: int(number) for key, number in _told(package)[1].items()}


def lists_of(package: str) -> dict[str, list[int]]:
    """Return tables of numbers, such as the cells of every edge."""
    return {key: [int(n) for n in numbers] for key, numbers in _told(package)[2].items()}


# Fields of views that never change in a game: they follow from its options.
CONSTANT_FIELDS: dict[str, tuple[str, ...]] = {
    "ingenious": ("full",),
    "tile_challenge": ("quota",),
    "spezial": ("layout", "note", "bonus", "full"),
    "phoenix": (),
}

Told = tuple[dict[str, Any], dict[str, Any], dict[str, Any]]  # names, numbers, lists


def _told(package: str) -> Told:
    return _OF_GAME[package]()


def _ingenious() -> Told:
    from genial.core.hexes import FORWARD
    from genial.games.ingenious import board, explain, rules, view

    names = {
        "colours": board.COLOURS,
        "cells": [_cell_name(board, k) for k in range(board.BOARD_SIZE)],
        "tiles": board.TYPE_NAMES,
        "phases": [view.PHASES.get(phase, "") for phase in range(rules.OVER + 1)],
    }
    numbers = {
        "cells": board.BOARD_SIZE,
        "edges": board.N_EDGES,
        "colours": board.N_COLOURS,
        "rack": board.RACK,
        "empty": board.EMPTY,
        "wall": board.WALL,
        "ways": board.WAYS,
        "forward": FORWARD,
        "keep": rules.KEEP,
        "swap": rules.SWAP,
        "placing": rules.PLACING,
        "choosing": rules.CHOOSING,
        "over": rules.OVER,
        "lines": explain.LINES,
        "explain_gains": explain.GAINS,
        "explain_bonus_moves": explain.BONUS_MOVES,
        "explain_ends": explain.ENDS,
        "explain_low_lines": explain.LOW_LINES,
        "explain_high_lines": explain.HIGH_LINES,
    }
    lists = {
        "edge_low": board.EDGE_LOW,
        "edge_high": board.EDGE_HIGH,
        "edge_direction": board.EDGE_DIRECTION,
        "steps": board.STEPS,
        "type_of_way": board.TYPE_OF_WAY,
        "printed": [board.SQUARE[cell] for cell in board.PRINTED],
    }
    return names, numbers, lists


def _cell_name(board: Any, square: int) -> str:
    return str(board.NAMES.of(board.CELL_AT[square])) if square in board.CELL_AT else ""


def _tile_challenge() -> Told:
    from genial.games.tile_challenge import explain, notation, rules, tiles

    names = {"colours": tiles.COLOURS, "moves": notation.MOVES}
    numbers = {
        "colours": tiles.N_COLOURS,
        "copies": tiles.COPIES,
        "choosing": rules.CHOOSING,
        "over": rules.OVER,
        "reshuffle": rules.RESHUFFLE,
        "drawn": rules.DRAWN,
        "to_middle": rules.TO_MIDDLE,
        "draw": rules.DRAW,
        "idle_turns": rules.IDLE_TURNS,
        "explain_gains": explain.GAINS,
        "explain_joins": explain.JOINS,
        "explain_left": explain.LEFT,
        "explain_staged": explain.STAGED,
        "explain_from_middle": explain.FROM_MIDDLE,
        "explain_surplus": explain.SURPLUS,
        "explain_completed": explain.COMPLETED,
        "explain_bonus_turns": explain.BONUS_TURNS,
        "explain_wins": explain.WINS,
    }
    return names, numbers, {}


def _spezial() -> Told:
    from genial.games.spezial import board, chains, explain, notation, rules

    names = {
        "colours": rules.COLOURS,
        "cells": board.CELL_NAMES,
        "chips": notation.CHIP_NAMES,
        "choices": [notation.spell(choice)[len(notation.EDGE_NAMES[0]) :] for choice in
                    range(rules.CHOICES)],
    }  # fmt: skip
    numbers = {
        "colours": rules.N_COLOURS,
        "cells": board.N_CELLS,
        "edges": board.N_EDGES,
        "choices": rules.CHOICES,
        "pass": rules.PASS,
        "tiles": rules.TILES,
        "full": rules.FULL,
        "empty": rules.EMPTY,
        "tower": rules.TOWER,
        "towers": rules.MAX_TOWERS,
        "endgame": _endgame().DEPTH,
        "endgame_positions": _endgame().POSITIONS,
        "endgame_most": _endgame().MOST,
        "endgame_rows": _endgame().PROGRESS_ROWS,
        "explain_gains": explain.GAINS,
        "explain_chips": explain.CHIPS,
        "explain_large": explain.LARGE,
        "explain_values": explain.VALUES,
        "explain_touched": explain.TOUCHED,
        "explain_chain_length": explain.CHAIN_LENGTH,
        "explain_chain": explain.CHAIN,
        "chains": chains.N_NUMBERS,
        "chain_of_cell": chains.CHAIN_OF_CELL,
        "chain_chips": chains.COUNTED_CHIPS,
        "chain_large": chains.COUNTED_LARGE,
        "chip_values": chains.CHIP_VALUES,
    }
    return names, numbers, {"edge_low": board.EDGE_LOW, "edge_high": board.EDGE_HIGH}


def _endgame() -> Any:
    return importlib.import_module("genial.bots.spezial.search")


def _phoenix() -> Told:
    from genial.games.phoenix import cards, explain, notation, rows, rules, scoring

    names = {
        "colours": rows.COLOURS,
        "cards": cards.KINDS,
        "moves": [notation.spell(code) for code in range(rules.MAX_MOVES)],
    }
    numbers = {
        "colours": rows.N_COLOURS,
        "line": rows.LINE,
        "spectrum": rows.SPECTRUM,
        "rounds": rules.ROUNDS,
        "hand": cards.HAND,
        "cards": cards.N_CARDS,
        "moving": rules.MOVING,
        "over": rules.OVER,
        "cube": rules.CUBE,
        "pawn": rules.PAWN,
        "card": rules.CARD,
        "for_match": scoring.FOR_MATCH,
        "for_all_colours": scoring.FOR_ALL_COLOURS,
        "explain_spectrum": explain.SPECTRUM_ROW,
        "explain_lines": explain.LINE_ROWS,
        "explain_misplaced": explain.MISPLACED,
        "explain_points": explain.POINTS,
        "explain_matches": explain.MATCHES,
        "explain_all_colours": explain.ALL_COLOURS,
        "explain_run_points": explain.RUN_POINTS,
        "explain_run_ends": explain.RUN_ENDS,
        "explain_ends_round": explain.ENDS_ROUND,
        "explain_ends": explain.ENDS,
    }
    copies = [cards.COPIES[kind] for kind in cards.KINDS]
    return names, numbers, {"copies": copies, "card_of_move": cards.KIND}


_OF_GAME: dict[str, Callable[[], Told]] = {
    "ingenious": _ingenious,
    "tile_challenge": _tile_challenge,
    "spezial": _spezial,
    "phoenix": _phoenix,
}


def packages() -> list[str]:
    """Return the packages of the games that have a module."""
    return list(_OF_GAME)
