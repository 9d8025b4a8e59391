"""Genial Spezial (rules.md, section 3), on the rebuilt board and those in golden/boards.json."""

import json
import re
from collections import Counter
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from .hexes import Cell, Pair, adjacent_pairs, hexagon, neighbours
from .table import check_draw, check_options, lowest_first, ranks_of, read_chance, read_move

COLOURS = "OPBG"
BOARD = hexagon((-6, 3), 6) | hexagon((6, -3), 6)
DARK_BLUE: dict[Cell, set[int]] = {  # tower fields and their digits
    (0, -3): {2, 3, 4},
    (0, 3): {2, 3, 4},
    (-6, -3): {3, 4},
    (-6, 9): {3, 4},
    (6, -9): {3, 4},
    (6, 3): {3, 4},
    (-12, 3): {4},
    (-12, 9): {4},
    (12, -9): {4},
    (12, -3): {4},
}
GREY_BLUE: dict[Cell, set[int]] = {
    (-6, 3): {3},
    (6, -3): {3},
    (-6, 0): {2},
    (-6, 6): {2},
    (6, -6): {2},
    (6, 0): {2},
    (-9, 3): set(),
    (-9, 6): set(),
    (-3, 0): set(),
    (-3, 3): set(),
    (3, -3): set(),
    (3, 0): set(),
    (9, -6): set(),
    (9, -3): set(),
}
BONUS: set[Cell] = {
    (0, 0),
    (-12, 6),
    (12, -6),
    (-9, 0),
    (-9, 9),
    (9, -9),
    (9, 0),
    (-3, -3),
    (-3, 6),
    (3, -6),
    (3, 3),
}
TOWERS = {2: (6, 10), 3: (8, 12), 4: (10, 14)}  # large and small ones by players
COPIES = {2: (2, 2), 3: (3, 2), 4: (3, 3)}  # chips with 1 and with 2 of each colour
BOARDS = Path(__file__).parents[1] / "golden" / "boards.json"  # of generated boards
ROUNDS = 20
TRACK_END = 20
LETTERS = "abcdefghijklmnopqrstuvwxy"
PLACEMENT = re.compile(r"([a-y])(\d+)([a-y])(\d+)(?:\+([OPBG]+))?")


def name(cell: Cell) -> str:
    """A cell's text.

    >>> name((0, 0)), name((-12, 9))
    ('m10', 'a19')
    """
    return f"{LETTERS[cell[0] + 12]}{cell[1] + 10}"


def cell_at(letter: str, number: str) -> Cell:
    """The cell with this text."""
    return LETTERS.index(letter) - 12, int(number) - 10


def fields_of(board: str) -> tuple[dict[Cell, set[int]], dict[Cell, set[int]], set[Cell]]:
    """The dark blue and the grey blue fields with their digits, and the bonus fields."""
    if board == "rebuilt":
        return DARK_BLUE, GREY_BLUE, BONUS
    dark: dict[Cell, set[int]] = {}
    grey: dict[Cell, set[int]] = {}
    bonus: set[Cell] = set()
    for text, role in json.loads(BOARDS.read_text())[board].items():
        cell = cell_at(text[0], text[1:])
        if role == "bonus":
            bonus.add(cell)
        else:
            kind = dark if role.startswith("dark") else grey
            kind[cell] = set(map(int, role[4:]))
    return dark, grey, bonus


@dataclass
class Chip:
    """A chip on its tower."""

    colour: str
    light_value: int
    is_black: bool = False

    def value(self) -> int:
        """What the visible side shows."""
        return self.light_value + 1 if self.is_black else self.light_value


@dataclass
class Chain:
    """Connected cells of one player, and what they have already counted."""

    cells: set[Cell]
    counted_chips: set[Cell]
    counted_large: set[Cell]

    def beside(self) -> set[Cell]:
        """Every cell next to a cell of the chain."""
        return {near for cell in self.cells for near in neighbours(cell)}


class Oracle:
    """One game of Genial Spezial, fed by the lines of its record."""

    def __init__(self, players: int = 2, start: int = 1, board: str = "rebuilt") -> None:
        check_options(players, 2, 4, start)
        self.players = players

        dark, grey, self.bonus = fields_of(board)
        fields = dark | grey
        self.large = {cell for cell, digits in fields.items() if players in digits}
        self.small = set(grey) - self.large
        assert (len(self.large), len(self.small)) == TOWERS[players]
        self.towers = self.large | self.small
        self.chips: dict[Cell, Chip] = {}

        self.tracks = [dict.fromkeys(COLOURS, 0) for _ in range(players)]
        self.chains: list[list[Chain]] = [[] for _ in range(players)]
        self.free_pairs: set[Pair] = adjacent_pairs(BOARD - self.towers)
        self.seat = start
        self.turns_taken = 0
        self.chance_due = True

    # What the tests ask

    @property
    def over(self) -> bool:
        return self.turns_taken == ROUNDS * self.players

    @property
    def turn(self) -> int | None:
        return None if self.over else self.seat

    @property
    def scores(self) -> list[dict[str, int]]:
        return [dict(track) for track in self.tracks]

    @property
    def ranks(self) -> tuple[int, ...] | None:
        if not self.over:
            return None
        return ranks_of([lowest_first(track) for track in self.tracks])

    # Legal moves

    def legal(self) -> set[str]:
        """Every legal move of the seat to move; none while chance is due or after the end."""
        if self.over or self.chance_due:
            return set()
        moves = set()
        for low, high in self.free_pairs:
            text = name(low) + name(high)
            bonus_fields = (low in self.bonus) + (high in self.bonus)
            if bonus_fields == 0:
                moves.add(text)
            else:
                for colours in product(COLOURS, repeat=bonus_fields):
                    moves.add(f"{text}+{''.join(colours)}")
        return moves or {"pass"}

    # Playing

    def feed(self, line: str) -> None:
        """Take one body line of the record; a line that cannot come now is a ValueError."""
        if self.over:
            raise ValueError(f"the game is over, {line!r} cannot come")
        if self.chance_due:
            self.lay_chips(read_chance(line, "chips"))
            return
        move = read_move(line, self.seat, self.legal())
        if move != "pass":
            self.place(move)
        self.turns_taken += 1
        self.seat = self.seat % self.players + 1

    def lay_chips(self, words: list[str]) -> None:
        """A chip on every tower, towers in the order of the cells."""
        towers = sorted(self.towers)
        if [word.partition(":")[0] for word in words] != [name(tower) for tower in towers]:
            raise ValueError("the chips must name every tower once, in the order of the cells")
        ones, twos = COPIES[self.players]
        stock = Counter({f"{colour}1": ones for colour in COLOURS})
        stock.update({f"{colour}2": twos for colour in COLOURS})
        drawn = [word.partition(":")[2] for word in words]
        check_draw(stock, drawn, len(towers))
        for tower, chip in zip(towers, drawn, strict=True):
            self.chips[tower] = Chip(colour=chip[0], light_value=int(chip[1]))
        self.chance_due = False

    def place(self, move: str) -> None:
        """Lay a tile, join the chains it touches, score."""
        found = PLACEMENT.fullmatch(move)
        assert found is not None
        letter_a, number_a, letter_b, number_b, bonus_colours = found.groups()
        tile = {cell_at(letter_a, number_a), cell_at(letter_b, number_b)}
        self.free_pairs = {pair for pair in self.free_pairs if not tile & set(pair)}

        chain = Chain(cells=tile, counted_chips=set(), counted_large=set())
        beside_tile = chain.beside()
        others = []
        for old in self.chains[self.seat - 1]:
            if old.cells & beside_tile:
                chain.cells = chain.cells | old.cells
                chain.counted_chips |= old.counted_chips
                chain.counted_large |= old.counted_large
            else:
                others.append(old)
        self.chains[self.seat - 1] = [*others, chain]

        self.score_chips(chain)
        self.score_large_towers(chain)
        for colour in bonus_colours or "":
            self.add_points(colour, 1)

    # Scoring

    def add_points(self, colour: str, points: int) -> None:
        track = self.tracks[self.seat - 1]
        track[colour] = min(track[colour] + points, TRACK_END)

    def score_chips(self, chain: Chain) -> None:
        """Two or more towers connected: the chips that this chain has not counted."""
        touched = chain.beside() & self.towers
        if len(touched) < 2:
            return
        for tower in touched - chain.counted_chips:
            chip = self.chips[tower]
            self.add_points(chip.colour, chip.value())
            chip.is_black = True
            chain.counted_chips.add(tower)

    def score_large_towers(self, chain: Chain) -> None:
        """Two or more large towers connected: a point in all colours for every new one."""
        touched = chain.beside() & self.large
        if len(touched) < 2:
            return
        for tower in touched - chain.counted_large:
            for colour in COLOURS:
                self.add_points(colour, 1)
            chain.counted_large.add(tower)
