"""Golden playthroughs: a random game of every kind, annotated so that a person can follow it.

`make golden` writes them anew; a change of the rules, of dealing or of spelling shows as a
difference in review.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1]))

from tests.cases import CASES, name_of, random_states  # noqa: E402
from tests.golden import wire  # noqa: E402

from genial.games.spezial.layouts import named_layout  # noqa: E402

BOARDS = ("generated-0", "generated-1", "generated-7", "generated-42", "generated-2147483647")


def playthrough(name: str, options: dict[str, Any]) -> str:
    """The record of a game, after every move the scores and the number of moves there are."""
    states = [*random_states(name, options, 2026, eager=True)]
    head, _ = states[-1].record().split("\n\n")
    lines = [head, ""]
    for state in states:
        lines += state.lines
        tracks = " | ".join(
            " ".join(f"{colour}{points}" for colour, points in track.items())
            for track in state.scores
        )
        sums = f" series {state.series}" if state.series else ""
        then = "over" if state.over else f"seat {state.turn} has {len(state.legal())} moves"
        lines.append(f"# {tracks}{sums}; {then}")
    return "\n".join(lines) + "\n"


def boards() -> str:
    """Some generated boards of Genial Spezial: what every field is, by its cell."""
    lines = []
    for board in BOARDS:
        fields = named_layout(board).file.fields
        roles = {field.cell: f"{field.kind}{''.join(map(str, field.digits))}" for field in fields}
        lines.append(f"  {json.dumps(board)}: {json.dumps(roles)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main() -> None:
    (HERE / "boards.json").write_text(boards())
    for case in CASES:
        (HERE / f"{name_of(case)}.txt").write_text(playthrough(*case))
    wire.write()


if __name__ == "__main__":
    main()
