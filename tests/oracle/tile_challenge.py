"""Tile Challenge (rules.md, section 2): single games and series."""

from collections import Counter

from .table import check_draw, check_options, lowest_first, ranks_of, read_chance, read_move

COLOURS = "RGBOYP"
COPIES = 21
MIDDLE = 3  # fewest tiles in the middle when a turn starts
QUOTA = {2: 7, 3: 6, 4: 5}
IDLE_TURNS = 60  # turns in a row without a change that end the game


class Oracle:
    """A series of games of Tile Challenge, fed by the lines of its record."""

    def __init__(self, players: int = 2, start: int = 1, games: int = 1) -> None:
        check_options(players, 2, 4, start)
        if games < 1:
            raise ValueError(f"games must be 1 or more, not {games}")
        self.players = players
        self.games = games
        self.quota = QUOTA[players]
        self.series = [0] * players
        self.games_finished = 0
        self.starter = start
        self.expected = ""  # the kind of chance line that is due
        self.over = False
        self.set_up()

    def set_up(self) -> None:
        """All tiles face down in the stack; the first turn turns up three."""
        self.stack = Counter(dict.fromkeys(COLOURS, COPIES))
        self.middle: Counter[str] = Counter()
        self.collections = [dict.fromkeys(COLOURS, 0) for _ in range(self.players)]
        self.seat = self.starter
        self.bonus_turns = 0
        self.idle_turns = 0
        self.begin_turn()

    # What the tests ask

    @property
    def chance_due(self) -> bool:
        return self.expected != ""

    @property
    def turn(self) -> int | None:
        return None if self.over else self.seat

    @property
    def scores(self) -> list[dict[str, int]]:
        return [dict(collection) for collection in self.collections]

    @property
    def ranks(self) -> tuple[int, ...] | None:
        if not self.over:
            return None
        if self.games > 1:
            return ranks_of([[points] for points in self.series])
        return ranks_of([lowest_first(collection) for collection in self.collections])

    # Legal moves

    def legal(self) -> set[str]:
        """Every legal move of the seat to move; none while chance is due or after the end."""
        if self.over or self.expected:
            return set()
        moves = set()
        if self.stack.total() > 0:
            moves.add("draw")
        if self.staging:
            moves.add("stop")
        elif self.colour_to_take() is not None:
            moves.add("take")
        return moves

    def colour_to_take(self) -> str | None:
        """The player's one lowest colour, if it lies in the middle."""
        collection = self.collections[self.seat - 1]
        fewest = min(collection.values())
        lowest = [colour for colour in COLOURS if collection[colour] == fewest]
        if len(lowest) == 1 and self.middle[lowest[0]] > 0:
            return lowest[0]
        return None

    # Playing

    def feed(self, line: str) -> None:
        """Take one body line of the record; a line that cannot come now is a ValueError."""
        if self.over:
            raise ValueError(f"the game is over, {line!r} cannot come")
        if self.expected == "middle":
            self.turn_up_middle(read_chance(line, "middle"))
        elif self.expected == "reshuffle":
            self.reshuffle(read_chance(line, "reshuffle"))
        elif self.expected == "tile":
            self.turn_up_tile(read_chance(line, "tile"))
        else:
            move = read_move(line, self.seat, self.legal())
            if move == "draw":
                self.expected = "tile"
            elif move == "stop":
                self.stop()
            else:
                self.take()

    def begin_turn(self) -> None:
        """Nothing staged yet; the middle may need new tiles, or all of it a shuffle."""
        self.staging: list[str] = []
        if self.middle.total() < MIDDLE:
            # The collections hold at most 119 of the 126 tiles while a game goes on (4 players,
            # one tile short of 4 * 30), so the stack fills the middle and is not empty then.
            assert self.stack.total() > MIDDLE - self.middle.total()
            self.expected = "middle"
        elif self.stack.total() == 0:
            self.expected = "reshuffle"
        else:
            self.expected = ""

    def turn_up_middle(self, tiles: list[str]) -> None:
        check_draw(self.stack, tiles, MIDDLE - self.middle.total())
        self.stack.subtract(tiles)
        self.middle.update(tiles)
        self.expected = ""

    def reshuffle(self, words: list[str]) -> None:
        if words:
            raise ValueError(f"nothing can follow '* reshuffle', but {words} did")
        self.stack = self.middle
        self.middle = Counter()
        self.expected = "middle"

    def turn_up_tile(self, tiles: list[str]) -> None:
        """What a draw brought: the tile joins the staging row, or the turn fails."""
        check_draw(self.stack, tiles, 1)
        self.stack.subtract(tiles)
        self.expected = ""
        colour = tiles[0]
        if colour in self.staging or self.middle[colour] == 0:
            self.middle.update([colour, *self.staging])
            self.end_turn(changed=False)
        else:
            self.staging.append(colour)

    def stop(self) -> None:
        """Take the staging row and the middle tiles of its colours."""
        collection = self.collections[self.seat - 1]
        changed = False
        for colour in self.staging:
            before = collection[colour]
            taken = 1 + self.middle[colour]
            collection[colour] = min(before + taken, self.quota)
            surplus = taken - (collection[colour] - before)
            self.stack[colour] += surplus
            self.middle[colour] = 0
            if collection[colour] > before:
                changed = True
                if collection[colour] == self.quota:
                    self.bonus_turns += 1
        self.end_turn(changed=changed)

    def take(self) -> None:
        """Take one tile of the one lowest colour."""
        colour = self.colour_to_take()
        assert colour is not None
        self.middle[colour] -= 1
        self.collections[self.seat - 1][colour] += 1
        self.end_turn(changed=True)

    def end_turn(self, *, changed: bool) -> None:
        """The end of the game, a bonus turn, or the next seat."""
        self.idle_turns = 0 if changed else self.idle_turns + 1
        collection = self.collections[self.seat - 1]
        complete = all(count == self.quota for count in collection.values())
        if complete or self.idle_turns == IDLE_TURNS:
            self.end_game()
            return
        if self.bonus_turns > 0:
            self.bonus_turns -= 1
        else:
            self.seat = self.seat % self.players + 1
        self.begin_turn()

    # The end

    def end_game(self) -> None:
        """Add the weakest colours to the series; then the next game, or the end of it all."""
        for number, collection in enumerate(self.collections):
            self.series[number] += min(collection.values())
        self.games_finished += 1
        if self.games_finished == self.games:
            self.over = True
        else:
            self.starter = self.starter % self.players + 1
            self.set_up()
