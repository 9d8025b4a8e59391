"""What the four games share at the table: reading lines, drawing, comparing results."""

from collections import Counter


def check_options(players: int, fewest: int, most: int, start: int) -> None:
    """Refuse a number of players or a starting seat that the game does not have."""
    if not fewest <= players <= most:
        raise ValueError(f"players must be {fewest} to {most}, not {players}")
    if not 1 <= start <= players:
        raise ValueError(f"start must be a seat from 1 to {players}, not {start}")


def read_chance(line: str, expected: str) -> list[str]:
    """The words that follow `* expected`; any other line is refused.

    >>> read_chance("* rack 1 RG BB", "rack 1")
    ['RG', 'BB']
    """
    head = f"* {expected}"
    if line == head:
        return []
    if not line.startswith(f"{head} "):
        raise ValueError(f"a line '{head}' must come now, not {line!r}")
    return line[len(head) + 1 :].split(" ")


def read_move(line: str, turn: int, legal: set[str]) -> str:
    """The move of the line `turn move`; a chance line, another seat, an illegal move are refused.

    >>> read_move("2 draw", 2, {"draw", "take"})
    'draw'
    """
    seat, _, move = line.partition(" ")
    if seat == "*":
        raise ValueError(f"seat {turn} must move now, no chance line can come: {line!r}")
    if seat != str(turn):
        raise ValueError(f"seat {turn} must move now, not {line!r}")
    if move not in legal:
        raise ValueError(f"{move!r} is not a legal move of seat {turn} now")
    return move


def check_draw(source: Counter[str], drawn: list[str], count: int) -> None:
    """Refuse a draw that is not `count` things that are all in `source`."""
    if len(drawn) != count:
        raise ValueError(f"{count} must be drawn now, not {len(drawn)}")
    for thing, copies in Counter(drawn).items():
        if copies > source[thing]:
            raise ValueError(f"{copies} of {thing!r} cannot be drawn, {source[thing]} are left")


def ranks_of(results: list[list[int]]) -> tuple[int, ...]:
    """Ranks in the 1, 2, 2, 4 style; the list that is higher, read left to right, is better.

    >>> ranks_of([[3, 9], [4, 4], [3, 9], [0, 5]])
    (2, 1, 2, 4)
    """
    return tuple(1 + sum(other > own for other in results) for own in results)


def lowest_first(scores: dict[str, int]) -> list[int]:
    """A player's colours for the lowest first comparison."""
    return sorted(scores.values())
