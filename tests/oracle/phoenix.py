"""Phoenix (rules.md, section 4)."""

from collections import Counter
from itertools import groupby

from .table import check_draw, check_options, ranks_of, read_chance, read_move

COLOURS = "RGBYPO"
PAWNS_OF_A_COLOUR = 5
LINE = 10
SPECTRUM = 6
HAND = 5
ROUNDS = 3
CARDS = Counter(
    {
        "M2": 5,
        "M3": 3,
        "M4": 1,
        "S1": 10,
        "S2": 7,
        "S3": 4,
        "S4": 2,
        "R": 5,
        "N1": 2,
        "N2": 1,
        "X": 10,
    }
)
POINTS_FOR_A_MATCH = 5
POINTS_FOR_ALL_COLOURS = 4
POINTS_FOR_A_RUN = {1: 0, 2: 0, 3: 2, 4: 3, 5: 4}


def matches(line: list[str], spectrum: list[str]) -> bool:
    """The line's blocks of colour are the spectrum without the colours that are missing.

    >>> matches(list("RRGBBYYPPP"), list("RGOBYP")), matches(list("RRGBBYYPPR"), list("RGOBYP"))
    (True, False)
    """
    blocks = [colour for colour, _ in groupby(line)]
    return blocks == [colour for colour in spectrum if colour in line]


def points_of(line: list[str], spectrum: list[str]) -> int:
    """What a line is worth at the end of a round.

    >>> points_of(list("RRRGBBBBYP"), list("RGBYPO")), points_of(list("ORGGGBYPRR"), list("RGBYPO"))
    (10, 6)
    """
    points = 0
    if matches(line, spectrum):
        points += POINTS_FOR_A_MATCH
    if set(line) == set(COLOURS):
        points += POINTS_FOR_ALL_COLOURS
    for _, run in groupby(line):
        points += POINTS_FOR_A_RUN[len(list(run))]
    return points


def shift(row: list[str], origin: int, target: int) -> None:
    """Move what lies on one place to another; those passed close up.

    >>> row = list("RGBYPO"); shift(row, 1, 3); "".join(row)
    'GBRYPO'
    """
    row.insert(target - 1, row.pop(origin - 1))


class Oracle:
    """One game of Phoenix, fed by the lines of its record."""

    def __init__(self, players: int = 2, start: int = 1) -> None:
        check_options(players, 2, 2, start)
        self.points = {1: 0, 2: 0}
        self.rounds_finished = 0
        self.starter = start
        self.over = False
        self.set_up_round()

    def set_up_round(self) -> None:
        """Everything back together; the deal is written in the next five lines."""
        self.pile = Counter(CARDS)
        self.bag = Counter(dict.fromkeys(COLOURS, PAWNS_OF_A_COLOUR))
        self.spectrum: list[str] = []
        self.lines: dict[int, list[str]] = {}
        self.hands: dict[int, list[str]] = {}
        self.seat = self.starter
        # the chance lines due
        self.expected = ["spectrum", "line 1", "line 2", "hand 1", "hand 2"]

    # What the tests ask

    @property
    def chance_due(self) -> bool:
        return bool(self.expected)

    @property
    def turn(self) -> int | None:
        return None if self.over else self.seat

    @property
    def scores(self) -> list[dict[str, int]]:
        return [{"points": self.points[1]}, {"points": self.points[2]}]

    @property
    def ranks(self) -> tuple[int, ...] | None:
        if not self.over:
            return None
        return ranks_of([[self.points[1]], [self.points[2]]])

    # Legal moves

    def legal(self) -> set[str]:
        """Every legal move of the seat to move; none while chance is due or after the end."""
        if self.over or self.expected:
            return set()
        moves = set()
        for card in self.hands[self.seat]:
            moves.add(f"-{card}")
            moves |= self.plays(card)
        return moves

    def plays(self, card: str) -> set[str]:
        """Every way to play a card."""
        line, spectrum = range(1, LINE + 1), range(1, SPECTRUM + 1)
        if card == "R":
            return {"R"}
        if card == "X":
            return {f"X:{place}" for place in line}
        far = int(card[1])
        if card[0] == "M":
            return {f"{card}:{a}>{b}" for a in line for b in line if abs(a - b) == far}
        if card[0] == "S":
            return {f"{card}:{a}-{b}" for a in line for b in line if b - a == far}
        if card == "N1":  # two neighbours change places, whichever of them moves
            return {f"N1:{a}>{b}" for a in spectrum for b in spectrum if b - a == 1}
        return {f"{card}:{a}>{b}" for a in spectrum for b in spectrum if abs(a - b) == far}

    # Playing

    def feed(self, line: str) -> None:
        """Take one body line of the record; a line that cannot come now is a ValueError."""
        if self.over:
            raise ValueError(f"the game is over, {line!r} cannot come")
        if not self.expected:
            self.play(read_move(line, self.seat, self.legal()))
            return
        kind, _, seat = self.expected[0].partition(" ")
        words = read_chance(line, self.expected[0])
        if kind == "spectrum":
            self.lay_spectrum(words)
        elif kind == "line":
            self.lay_line(int(seat), words)
        elif kind == "hand":
            check_draw(self.pile, words, HAND)
            self.pile.subtract(words)
            self.hands[int(seat)] = words
        else:
            check_draw(self.pile, words, 1)
            self.pile.subtract(words)
            self.hands[self.seat] += words
        self.expected.pop(0)
        if kind == "card":
            if self.pile.total() == 0:
                self.end_round()
            else:
                self.seat = 3 - self.seat

    def lay_spectrum(self, words: list[str]) -> None:
        if len(words) != 1:
            raise ValueError(f"the spectrum is one word, not {len(words)}")
        cubes = list(words[0])
        check_draw(Counter(COLOURS), cubes, SPECTRUM)
        self.spectrum = cubes

    def lay_line(self, seat: int, words: list[str]) -> None:
        if len(words) != 1:
            raise ValueError(f"a line is one word, not {len(words)}")
        pawns = list(words[0])
        check_draw(self.bag, pawns, LINE)
        if matches(pawns, self.spectrum):
            raise ValueError(f"line {seat} already matches, both lines must be dealt again")
        self.bag.subtract(pawns)
        self.lines[seat] = pawns

    def play(self, move: str) -> None:
        """Play or discard a card; then the round ends, or a card is drawn."""
        if move.startswith("-"):
            self.hands[self.seat].remove(move[1:])
        else:
            card, _, places = move.partition(":")
            self.hands[self.seat].remove(card)
            self.act(card, places)
        if any(matches(line, self.spectrum) for line in self.lines.values()):
            self.end_round()
        else:
            self.expected = [f"card {self.seat}"]

    def act(self, card: str, places: str) -> None:
        """Do what the card says."""
        own, opposite = self.lines[self.seat], self.lines[3 - self.seat]
        if card == "R":
            own[0], own[LINE - 1] = own[LINE - 1], own[0]
        elif card == "X":
            place = int(places) - 1
            own[place], opposite[place] = opposite[place], own[place]
        elif card[0] == "S":
            a, b = (int(place) - 1 for place in places.split("-"))
            own[a], own[b] = own[b], own[a]
        else:
            origin, target = (int(place) for place in places.split(">"))
            shift(own if card[0] == "M" else self.spectrum, origin, target)

    # The end

    def end_round(self) -> None:
        """Points for both lines; then the next round, or the end."""
        for seat, line in self.lines.items():
            self.points[seat] += points_of(line, self.spectrum)
        self.rounds_finished += 1
        if self.rounds_finished == ROUNDS:
            self.over = True
        else:
            self.starter = 3 - self.starter
            self.set_up_round()
