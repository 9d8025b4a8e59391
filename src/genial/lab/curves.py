"""Learning curves as pictures."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from genial.core.picture import Picture


def curve(title: str, shares: Sequence[float], step: str = "round") -> Picture:
    """Draw how a share grows from step to step, on a scale from 0 to 100 %."""
    drawn = Picture(title)
    high, wide = 220.0, 24.0
    end = wide * max(12, len(shares))
    drawn.text((end / 2, -30), title, 15)
    for tenths in (0, 5, 10):
        y = high * (1 - tenths / 10)
        drawn.line((0, y), (end, y), "cell-line")
        drawn.text((-28, y), f"{10 * tenths} %", 12, "soft")
    at = [(wide * (k + 0.5), high * (1 - share)) for k, share in enumerate(shares)]
    for here, there in pairwise(at):
        drawn.line(here, there, "B", 2.5)
    for k, point in enumerate(at):
        drawn.disc(point, 4, "B")
        if k % 5 == 0:
            drawn.text((point[0], high + 16), str(k), 12, "soft")
    drawn.text((at[-1][0], at[-1][1] - 16), f"{shares[-1]:.0%}", 13)
    drawn.text((end / 2, high + 36), step, 12, "soft")
    return drawn
