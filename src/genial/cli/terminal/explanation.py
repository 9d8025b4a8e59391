"""Show what a move would score, and why."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rich.text import Text

from genial.cli.i18n.messages import Messages
from genial.cli.terminal.boards.palette import DIM, STRONG, Palette
from genial.cli.terminal.boards.phoenix import describe_points

Data = Mapping[str, Any]


def explanation_lines(game: str, data: Data, say: Messages, palette: Palette) -> list[Text]:
    """Format an explanation (see `State.explain`)."""
    lines = [_summary(data, say, palette)]
    lines += _DETAILS[game](data, say, palette)
    for flag in ("ends_round", "ends", "wins"):
        if data.get(flag):
            lines.append(Text(say(f"explain.{flag}"), STRONG))
    return lines


def _summary(data: Data, say: Messages, palette: Palette) -> Text:
    line = Text().append(f"{data['move']}: ", STRONG)
    gains = {colour: points for colour, points in data["gains"].items() if points}
    if not gains:
        return line.append(say("explain.nothing"))
    for colour, points in gains.items():
        if len(colour) == 1:
            line.append(f" {palette.label(colour)} ", palette.patch(colour))
            line.append(f" +{points}  ")
        else:
            line.append(say("explain.points", points=points))
    return line


def _ingenious(data: Data, say: Messages, palette: Palette) -> list[Text]:
    lines = []
    for part in data["parts"]:
        line = Text("  ")
        line.append(palette.label(part["colour"]), palette.ink(part["colour"]))
        line.append(" " + say("explain.half", cell=part["cell"], points=part["points"]))
        lines.append(line)
        for run in part["lines"]:
            cells = " ".join(run["cells"])
            words = say("explain.line", points=run["points"], cells=cells)
            lines.append(Text(f"     {words}", DIM))
    if data["bonus_moves"]:
        lines.append(Text(say("explain.bonus-moves", count=data["bonus_moves"]), STRONG))
    return lines


def _tile_challenge(data: Data, say: Messages, palette: Palette) -> list[Text]:
    if data["move"] == "draw":
        return _draw(data, say, palette)
    lines = []
    for part in data["parts"]:
        line = Text("  ").append(palette.label(part["colour"]), palette.ink(part["colour"]))
        if part["kind"] == "row":
            words = say("explain.row", staging=part["staging"], middle=part["middle"])
            if part["surplus"]:
                words += say("explain.surplus", count=part["surplus"])
        else:
            words = say("explain.take")
        lines.append(line.append(f"  {words}"))
    bonus = data.get("bonus_turns", 0)
    if bonus:
        lines.append(Text(say("explain.bonus-turns", count=bonus), STRONG))
    return lines


def _draw(data: Data, say: Messages, palette: Palette) -> list[Text]:
    lines = []
    for part in data["parts"]:
        line = Text("  ").append(palette.label(part["colour"]), palette.ink(part["colour"]))
        line.append(f"  {say('explain.in-stack', count=part['left'])}  ")
        lines.append(line.append(say(f"explain.{part['kind']}"), DIM))
    share = round(100 * data["failing"] / data["stack"])
    facts = {"failing": data["failing"], "stack": data["stack"], "share": share}
    return [*lines, Text(say("explain.failing", **facts), STRONG)]


def _spezial(data: Data, say: Messages, palette: Palette) -> list[Text]:
    lines = []
    for part in data["parts"]:
        facts = {"points": part["points"], "cell": part.get("tower") or part.get("cell")}
        line = Text("  ")
        if "colour" in part:
            line.append(palette.label(part["colour"]) + " ", palette.ink(part["colour"]))
        words = say(f"explain.{part['kind']}", **facts)
        if part.get("turns"):
            words += say("explain.turns")
        lines.append(line.append(words))
    if data["chain"]:
        towers = " ".join(data["chain"]["towers"]) or "–"
        count = len(data["chain"]["cells"])
        lines.append(Text("  " + say("explain.chain", count=count, towers=towers), DIM))
    return lines


def _phoenix(data: Data, say: Messages, palette: Palette) -> list[Text]:
    lines = [_row(say("phoenix.spectrum"), data["spectrum"], "", palette)]
    for seat, colours in enumerate(data["lines"], 1):
        worth = say("explain.worth", points=data["line_points"][seat - 1])
        if data["matches"][seat - 1]:
            worth += say("explain.matches")
        lines.append(_row(say("seat", seat=seat), colours, worth, palette))
    return lines + [Text("  " + describe_points(say, part), DIM) for part in data["parts"]]


def _row(label: str, colours: str, words: str, palette: Palette) -> Text:
    line = Text(f"  {label:<10} ")
    for colour in colours:
        line.append(palette.label(colour), palette.patch(colour)).append(" ")
    return line.append(f" {words}", DIM)


_DETAILS: dict[str, Callable[[Data, Messages, Palette], list[Text]]] = {
    "ingenious": _ingenious,
    "tile-challenge": _tile_challenge,
    "spezial": _spezial,
    "phoenix": _phoenix,
}
