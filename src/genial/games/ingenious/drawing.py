"""Draw a view of Ingenious: the board with its tiles, and the racks that the seat sees."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from genial.core.drawing import PlayedMove, View, last_moves
from genial.core.hexes import DIRECTIONS, hexagon, neighbour
from genial.core.picture import Picture
from genial.core.pieces import HEX, centre, double_hex, hex_board, symbol, symbol_tile
from genial.games.ingenious.board import COLOURS, NAMES, PRINTED, RADIUS
from genial.games.ingenious.notation import cells_of

_SYMBOL = HEX * 0.6
_RACK_STEP = 62.0


def draw(view: View, picture: Picture) -> None:
    """Draw the board, and the racks below it."""
    cells = hexagon(RADIUS[int(view["options"]["players"])])
    hex_board(picture, cells, lambda _: "cell")
    board = dict(view["board"])
    for cell, colour in PRINTED.items():
        board.pop(NAMES.of(cell), None)
        picture.hex(centre(cell), 0.9 * HEX, "tile")
        symbol(picture, COLOURS[colour], centre(cell), _SYMBOL, f"tile-{COLOURS[colour]}")
    placements = list(_placements(view))
    known = {name for pair in placements for name in pair}
    earlier = join_halves([name for name in board if name not in known])
    placements = [*earlier, *placements]
    for k, pair in enumerate(placements):
        a, b = (centre(NAMES.cell(name)) for name in pair)
        double_hex(picture, a, b, HEX, is_last=len(earlier) <= k == len(placements) - 1)
    for name, colour in board.items():
        symbol(picture, colour, centre(NAMES.cell(name)), _SYMBOL, f"tile-{colour}")
    below = max(y for _, y in map(centre, cells)) + 2.5 * HEX
    for rack in (view["rack"], view.get("partner_rack")):
        if rack:
            _rack(picture, rack, below)
            below += 2.2 * HEX


def track_end(view: View) -> int:
    """Return where the score tracks end."""
    return int(view["full"][-1])


def draw_move(played: PlayedMove, picture: Picture) -> None:
    """Draw the tile of a move."""
    if cells_of(played.move) is not None:
        tile = "".join(letter for letter in played.move if letter.isupper())
        symbol_tile(picture, tile, (0.0, 0.0), HEX * 0.88)


def join_halves(names: Sequence[str]) -> list[tuple[str, str]]:
    """Pair neighbouring cells as the halves of tiles, as many as possible.

    No move tells which halves belong together where a game began from a position, and for the rules
    it makes no difference. A cell without a partner is paired with itself. The browser client joins
    them in the same way (`pairsOf` in `tiles.ts`).

    >>> join_halves(["f6", "f7", "f5", "f8", "k1"])
    [('f6', 'f5'), ('f7', 'f8'), ('k1', 'k1')]
    """
    among = set(names)
    partners: dict[str, str] = {}

    def join(name: str, seen: set[str]) -> bool:
        """Find a partner, if need be by finding another one for a neighbour's partner."""
        seen.add(name)
        cell = NAMES.cell(name)
        near = [NAMES.of(neighbour(cell, k)) for k in range(len(DIRECTIONS))]
        for other in near:
            if other not in among or other in seen:
                continue
            seen.add(other)
            rival = partners.get(other)
            if rival is not None and (rival in seen or not join(rival, seen)):
                continue
            partners[name], partners[other] = other, name
            return True
        return False

    for name in names:
        if name not in partners:
            join(name, set())
    rank = {name: k for k, name in enumerate(names)}
    pairs = [(name, partners.get(name, name)) for name in names]
    return [(one, other) for one, other in pairs if rank[one] <= rank[other]]


def _placements(view: View) -> Iterator[tuple[str, str]]:
    """Yield the cells of every tile that was laid, the latest last."""
    for move in last_moves(view):
        cells = cells_of(move)
        if cells is not None:
            yield cells


def _rack(picture: Picture, rack: Sequence[str], y: float) -> None:
    for k, tile in enumerate(rack):
        symbol_tile(picture, tile, ((k - (len(rack) - 1) / 2) * _RACK_STEP, y), HEX * 0.88)
