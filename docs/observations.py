"""Write the pages of observations and actions: `python docs/observations.py`."""

from __future__ import annotations

from pathlib import Path

import genial
from genial import lab
from genial.lab.encoding import encoding_of

FOLDER = Path(__file__).parent / "lab"

ACTIONS = {
    "ingenious": """\
An action is a way to lay a tile of two colours on two neighbouring cells: for each edge between
cells of the board in use without a printed symbol, in the order of the kernel's edges, 36 ways
(colour on the lower cell × 6 + colour on the higher, in the order R G B O Y P). Which tile of the
rack is laid follows from the colours, so equal tiles are one action. Then come `keep` and `swap`,
which the solo game does not have.""",
    "tile-challenge": "0 is `draw`, 1 `stop`, 2 `take`.",
    "spezial": """\
An action is an edge between two cells without towers, in order. An edge that covers a bonus field
has four actions, one for each colour (O P B G); an edge that covers two has sixteen. The last
action is `pass`.""",
    "phoenix": """\
First come all ways to play each kind of card, in the order M2 M3 M4 S1 S2 S3 S4 R N1 N2 X and by
places, then one action for each kind to discard it. The numbers do not depend on the position.""",
}
HIDDEN = {
    "ingenious": """\
The other racks and the order of the bag are not part of it. `unseen` is the bag and the other racks
together, which every player can count. With `partners=shared` a part `partner_rack` of the same
shape comes right after `rack`, and `unseen` does not contain its tiles. What declined swaps reveal
about a rack is not part of it either; if you need that, keep the history, or use the `log` of a
view.""",
    "tile-challenge": "Only the order of the stack is hidden.",
    "spezial": "Nothing is hidden.",
    "phoenix": """\
The opponent's hand and the order of the pile are not part of it. `unseen` is both together, which
every player can count.""",
}
CASES: dict[str, list[dict[str, object]]] = {
    "ingenious": [
        {"players": 1},
        {"players": 2},
        {"players": 3},
        {"players": 4},
        {"players": 4, "variant": "teams"},
        {"players": 4, "variant": "teams", "partners": "shared"},
    ],
    "tile-challenge": [
        {"players": 2},
        {"players": 2, "games": 3},
        {"players": 3},
        {"players": 4},
        {"players": 4, "games": 2},
    ],
    "spezial": [{"players": 2}, {"players": 3}, {"players": 4}],
    "phoenix": [{}],
}
PAGE = """\
# {title}: observations and actions

Generated from the code by `docs/observations.py`. This is version {version} of the observations;
the number grows when a part is added, moved or changes its meaning.

## Observations

With {options} an observation is {size} numbers of type float32 from 0 to 1, one part after the
other. `Observations.split` returns the parts by name, in their shapes. A number n stands for
n × scale. Everything is seen from the observing seat: its own things first, then those of the seats
after it, in turn order.

| part | from | shape | scale | what it is |
|---|---|---|---|---|
{parts}

{hidden}

## Actions

{actions}

`Actions.text` and `Actions.number` map between numbers and [texts](../records.md). The sizes are:

| options | actions | numbers in an observation | objectives |
|---|---|---|---|
{sizes}

Objectives are the components of vector rewards, in this order.
{notes}{scales}"""
NOTES = {
    "tile-challenge": """
In a series (`games` more than 1) only the sums of lowest colours count. The only objective is then
`weakest`: the seat's sum so far, plus the lowest colour of the running game.
""",
    "spezial": """
A custom board (option `board`) has other edges and bonus fields, and so another number of actions;
the same number means different actions on different boards. The observation keeps its parts and
their sizes.
""",
}
SCALES = """
The scale of these parts depends on the options:

| part | {heads} |
|---|{lines}
{rows}
"""


def page(name: str) -> str:
    """Return the page of a game."""
    game = genial.game(name)
    seen = lab.Observations(game)
    return PAGE.format(
        title=game.title,
        version=seen.version,
        options=options(game),
        size=seen.size,
        parts="\n".join(row_of_part(part, seen.offset(part.name)) for part in seen.parts),
        hidden=HIDDEN[name],
        actions=ACTIONS[name],
        sizes="\n".join(row_of_sizes(genial.game(name, **case)) for case in CASES[name]),
        notes=NOTES.get(name, ""),
        scales=scales([genial.game(name, **case) for case in CASES[name]]),
    )


def scales(games: list[genial.Game]) -> str:
    """Return the parts whose scale differs between these games, as a table."""
    found = [{part.name: part.scale for part in lab.Observations(game).parts} for game in games]
    rows = [[part, *(of[part] for of in found)] for part in found[0]]
    changing = [row for row in rows if len(set(row[1:])) > 1]
    if not changing:
        return ""
    return SCALES.format(
        heads=" | ".join(map(options, games)),
        lines="---|" * len(games),
        rows="\n".join(f"| `{row[0]}` | {' | '.join(map(str, row[1:]))} |" for row in changing),
    )


def row_of_part(part: lab.Part, start: int) -> str:
    shape = " × ".join(map(str, part.shape))
    order = f"; in this order: {', '.join(part.labels)}" if part.labels else ""
    return f"| `{part.name}` | {start} | {shape} | {part.scale} | {part.about}{order} |"


def row_of_sizes(game: genial.Game) -> str:
    of = encoding_of(game)
    sizes = f"{of.actions.size} | {of.observations.size}"
    return f"| {options(game)} | {sizes} | {' '.join(of.objectives)} |"


def options(game: genial.Game) -> str:
    shown = ("players", "variant", "partners", "games")
    return ", ".join(f"`{key}={game.options[key]}`" for key in shown if key in game.options)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for game_name in genial.games():
        (FOLDER / f"{game_name}.md").write_text(page(game_name), encoding="utf-8", newline="\n")
