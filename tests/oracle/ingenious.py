"""Ingenious (rules.md, section 1): standard, teams and solo."""

import re
from collections import Counter

from .hexes import DIRECTIONS, Cell, Pair, adjacent_pairs, hexagon, neighbours, step
from .table import check_draw, check_options, lowest_first, ranks_of, read_chance, read_move

COLOURS = "RGBOYP"
RADIUS = {1: 5, 2: 5, 3: 6, 4: 7}
PRINTED: dict[Cell, str] = {
    (0, -5): "R",
    (5, -5): "G",
    (5, 0): "B",
    (0, 5): "O",
    (-5, 5): "Y",
    (-5, 0): "P",
}
RACK = 6
COPIES_OF_A_MIXED_PAIR = 6
COPIES_OF_A_DOUBLE = 5
SINGLE_TRACK = [18]  # where a colour's marker stops and surplus is lost
DOUBLE_TRACK = [18, 36]
LETTERS = "abcdefghijklmno"
PLACEMENT = re.compile(r"([RGBOYP])([a-o])(\d+)([RGBOYP])([a-o])(\d+)")


def name(cell: Cell) -> str:
    """A cell's text.

    >>> name((0, 0)), name((-7, 7))
    ('h8', 'a15')
    """
    return f"{LETTERS[cell[0] + 7]}{cell[1] + 8}"


def cell_at(letter: str, number: str) -> Cell:
    """The cell with this text."""
    return LETTERS.index(letter) - 7, int(number) - 8


NAMES = {cell: name(cell) for cell in hexagon((0, 0), 7)}


def all_tiles() -> Counter[str]:
    """The full bag.

    >>> all_tiles().total()
    120
    """
    bag: Counter[str] = Counter()
    for i, first in enumerate(COLOURS):
        bag[first + first] = COPIES_OF_A_DOUBLE
        for second in COLOURS[i + 1 :]:
            bag[first + second] = COPIES_OF_A_MIXED_PAIR
    return bag


def advance(value: int, points: int, stops: list[int]) -> int:
    """Where a marker stands after one half is scored: it never runs past the next stop.

    >>> advance(16, 5, DOUBLE_TRACK), advance(18, 5, DOUBLE_TRACK), advance(35, 5, DOUBLE_TRACK)
    (18, 23, 36)
    """
    for stop in stops:
        if value < stop:
            return min(value + points, stop)
    return value


class Oracle:
    """One game of Ingenious, fed by the lines of its record."""

    def __init__(
        self,
        players: int = 2,
        start: int = 1,
        variant: str = "standard",
        partners: str = "silent",
    ) -> None:
        check_options(players, 1, 4, start)
        if variant not in ("standard", "teams"):
            raise ValueError(f"variant must be standard or teams, not {variant!r}")
        if variant == "teams" and players != 4:
            raise ValueError(f"teams is for 4 players, not {players}")
        if partners not in ("silent", "open", "shared"):
            raise ValueError(f"partners must be silent, open or shared, not {partners!r}")
        if partners != "silent" and variant != "teams":
            raise ValueError("only teams have partners")
        self.players = players
        self.solo = players == 1
        self.teams = variant == "teams"
        self.are_racks_shared = partners == "shared"

        self.stops = DOUBLE_TRACK if self.solo or self.teams else SINGLE_TRACK
        self.tracks = [dict.fromkeys(COLOURS, 0) for _ in range(2 if self.teams else players)]

        board = hexagon((0, 0), RADIUS[players])
        self.symbols = dict(PRINTED)  # every symbol that lies on the board
        self.free_pairs: set[Pair] = adjacent_pairs(board - set(PRINTED))
        self.touched_first: set[Cell] = set()  # printed symbols that a first tile has touched
        self.has_placed: set[int] = set()  # seats whose first tile lies

        self.bag = all_tiles()
        self.set_aside: list[str] = []  # a swapped rack, until the new one is drawn
        self.rack_size = 1 if self.solo else RACK
        self.racks: dict[int, list[str]] = {seat: [] for seat in range(1, players + 1)}

        self.seat = start
        self.placements_owed = 1  # the turn's own one and its bonus moves
        self.swap_asked = False
        self.dealing = True
        self.expected = [f"rack {seat}" for seat in self.racks]  # the chance lines due
        self.over = False

    # What the tests ask

    @property
    def chance_due(self) -> bool:
        return bool(self.expected)

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
        by_track = ranks_of([lowest_first(track) for track in self.tracks])
        return tuple(by_track[self.track_number(seat)] for seat in self.racks)

    def track_number(self, seat: int) -> int:
        """Which track a seat scores on, from 0; in teams 1+3 and 2+4 share one."""
        return (seat - 1) % len(self.tracks)

    # What a seat may see

    def racks_seen(self, seat: int | None) -> dict[int, list[str]]:
        """The racks that a seat, or a spectator, may see, sorted by colours."""
        if self.solo:
            seen = {1}
        elif seat is None:
            seen = set()
        elif self.are_racks_shared:
            seen = {1, 3} if seat in (1, 3) else {2, 4}
        else:
            seen = {seat}
        order = list(all_tiles())
        return {owner: sorted(self.racks[owner], key=order.index) for owner in seen}

    def redact(self, line: str, seat: int | None) -> str:
        """A line of the record as a seat, or a spectator, may see it."""
        words = line.split(" ")
        if words[:2] != ["*", "rack"] or int(words[2]) in self.racks_seen(seat):
            return line
        return " ".join(words[:3] + ["??"] * len(words[3:]))

    # Legal moves

    def legal(self) -> set[str]:
        """Every legal move of the seat to move; none while chance is due or after the end."""
        if self.over or self.expected:
            return set()
        if self.swap_asked:
            return {"swap", "keep"}
        pairs = self.free_pairs
        if self.seat not in self.has_placed:
            pairs = {pair for pair in pairs if self.printed_beside(pair) - self.touched_first}
        named = [(NAMES[low], NAMES[high]) for low, high in pairs]
        moves = set()
        for tile in set(self.racks[self.seat]):
            first, second = tile[0], tile[1]
            moves.update([f"{first}{low}{second}{high}" for low, high in named])
            if first != second:
                moves.update([f"{first}{high}{second}{low}" for low, high in named])
        return moves

    def printed_beside(self, pair: Pair) -> set[Cell]:
        """The printed symbols that a tile on this pair touches."""
        return (neighbours(pair[0]) | neighbours(pair[1])) & set(PRINTED)

    # Playing

    def feed(self, line: str) -> None:
        """Take one body line of the record; a line that cannot come now is a ValueError."""
        if self.over:
            raise ValueError(f"the game is over, {line!r} cannot come")
        if self.expected:
            self.draw(read_chance(line, self.expected[0]))
            return
        move = read_move(line, self.seat, self.legal())
        if move == "swap":
            self.swap_asked = False
            self.set_aside = self.racks[self.seat]
            self.racks[self.seat] = []
            self.expected = [f"rack {self.seat}"]
        elif move == "keep":
            self.swap_asked = False
            self.expected = [f"rack {self.seat}"]
        else:
            self.place(move)

    def draw(self, tiles: list[str]) -> None:
        """Fill the rack that is due; then the turn passes on, or the next rack is dealt."""
        seat = int(self.expected[0].split(" ")[1])
        check_draw(self.bag, tiles, self.rack_size - len(self.racks[seat]))
        self.bag.subtract(tiles)
        assert self.bag.total() > 0, "the bag can never run out"
        self.racks[seat] += tiles
        self.bag.update(self.set_aside)
        self.set_aside = []
        self.expected.pop(0)
        if self.expected:
            return
        if self.dealing:  # the last rack of the set-up
            self.dealing = False
        else:
            self.seat = self.seat % self.players + 1
        self.placements_owed = 1

    def place(self, move: str) -> None:
        """Put a tile on the board, score it, and see what follows."""
        found = PLACEMENT.fullmatch(move)
        assert found is not None
        colour_a, letter_a, number_a, colour_b, letter_b, number_b = found.groups()
        a, b = cell_at(letter_a, number_a), cell_at(letter_b, number_b)

        printed = self.printed_beside((a, b))
        assert len(printed) <= 1, "one tile can never touch two printed symbols"
        is_first = self.seat not in self.has_placed
        if is_first:
            self.touched_first |= printed
            self.has_placed.add(self.seat)

        points_a = self.score_half(a, b, colour_a)
        points_b = self.score_half(b, a, colour_b)
        self.racks[self.seat].remove(colour_a + colour_b)
        self.symbols[a] = colour_a
        self.symbols[b] = colour_b
        self.free_pairs = {pair for pair in self.free_pairs if a not in pair and b not in pair}

        stops_reached = self.add_points(colour_a, points_a, colour_b, points_b)
        assert not (is_first and stops_reached), "a first-round tile can never earn a bonus"
        self.placements_owed -= 1
        if not self.solo:
            self.placements_owed += stops_reached
        self.after_scoring()

    def score_half(self, cell: Cell, other_half: Cell, colour: str) -> int:
        """Symbols of `colour` in unbroken lines from `cell`, not through the tile itself."""
        points = 0
        for direction in DIRECTIONS:
            beside = step(cell, direction)
            if beside == other_half:
                continue
            while self.symbols.get(beside) == colour:
                points += 1
                beside = step(beside, direction)
        return points

    def add_points(self, colour_a: str, points_a: int, colour_b: str, points_b: int) -> int:
        """Move the markers; the answer is how many stops (18, 36) were reached."""
        track = self.tracks[self.track_number(self.seat)]
        before = dict(track)
        if colour_a == colour_b:
            value = track[colour_a]
            a_then_b = advance(advance(value, points_a, self.stops), points_b, self.stops)
            b_then_a = advance(advance(value, points_b, self.stops), points_a, self.stops)
            track[colour_a] = max(a_then_b, b_then_a)
        else:
            track[colour_a] = advance(track[colour_a], points_a, self.stops)
            track[colour_b] = advance(track[colour_b], points_b, self.stops)
        return sum(
            before[colour] < stop <= track[colour] for colour in COLOURS for stop in self.stops
        )

    def after_scoring(self) -> None:
        """The end of the game, a bonus move, the question of a swap, or the draw."""
        track = self.tracks[self.track_number(self.seat)]
        rack = self.racks[self.seat]
        all_full = all(points == self.stops[-1] for points in track.values())
        if all_full or not self.free_pairs:
            self.over = True
        elif self.placements_owed > 0 and rack:
            pass  # the same seat places again
        elif rack and self.may_swap(rack, track):
            self.swap_asked = True
        else:
            self.expected = [f"rack {self.seat}"]

    def may_swap(self, rack: list[str], track: dict[str, int]) -> bool:
        """No tile left in the rack shows a colour that is lowest on the track."""
        lowest = {colour for colour in COLOURS if track[colour] == min(track.values())}
        return not any(colour in lowest for tile in rack for colour in tile)
