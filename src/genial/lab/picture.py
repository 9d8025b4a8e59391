"""Pictures made of a few shapes: as SVG texts, and as pixels where Pillow is installed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from math import cos, hypot, pi, sin
from typing import Any

import numpy as np
import numpy.typing as npt

from genial.lab.extras import missing

Point = tuple[float, float]

INK, PAPER, LINE, FAINT = "#22262b", "#f7f5f0", "#8d8f93", "#6b6f75"
PAINT = {
    "R": "#c8322b",
    "G": "#2e8b45",
    "B": "#2563b8",
    "O": "#e57f17",
    "Y": "#dfb610",
    "P": "#7b3fa0",
}
SEATS = ("#7d6a58", "#2f7f86", "#a8476b", "#5b6b2f")
_MARGIN = 12
_SMOOTH = 2  # times as large are pixels drawn first


@dataclass(frozen=True)
class Shape:
    """A polygon or a line of text."""

    points: tuple[Point, ...]
    fill: str
    stroke: str = "none"
    words: str = ""
    size: float = 0.0  # of the letters

    @property
    def sides(self) -> tuple[float, ...]:
        """How far it reaches to the left and right of its points, roughly."""
        reach = 0.3 * self.size * len(self.words)
        return (-reach, reach) if self.words else (0.0,)


class Picture:
    """Shapes on paper; the paper is as large as they need."""

    def __init__(self, title: str) -> None:
        self.title = title
        self._shapes: list[Shape] = []

    def polygon(self, points: Sequence[Point], fill: str, stroke: str = "none") -> None:
        """Draw a filled polygon."""
        self._shapes.append(Shape(tuple(points), fill, stroke))

    def ring(
        self, at: Point, radius: float, fill: str, stroke: str = "none", corners: int = 24
    ) -> None:
        """Draw a disc, or with few corners a regular polygon."""
        angles = [2 * pi * k / corners for k in range(corners)]
        points = [(at[0] + radius * cos(a), at[1] + radius * sin(a)) for a in angles]
        self.polygon(points, fill, stroke)

    def box(self, at: Point, width: float, height: float, fill: str, stroke: str = "none") -> None:
        """Draw a rectangle, its upper left corner here."""
        x, y = at
        corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
        self.polygon(corners, fill, stroke)

    def line(self, start: Point, end: Point, fill: str, width: float = 1.0) -> None:
        """Draw a straight line."""
        across, down = end[0] - start[0], end[1] - start[1]
        length = hypot(across, down) or 1.0
        x, y = -down / length * width / 2, across / length * width / 2
        near = [(start[0] + x, start[1] + y), (start[0] - x, start[1] - y)]
        self.polygon([*near, (end[0] - x, end[1] - y), (end[0] + x, end[1] + y)], fill)

    def text(self, at: Point, words: str, size: float, fill: str = INK) -> None:
        """Write words, their middle here."""
        self._shapes.append(Shape((at,), fill, words=words, size=size))

    def _paper(self) -> tuple[float, float, float, float]:
        xs = [x + side for shape in self._shapes for x, _ in shape.points for side in shape.sides]
        ys = [y for shape in self._shapes for _, y in shape.points]
        left, top = min(xs) - _MARGIN, min(ys) - _MARGIN
        return left, top, max(xs) - left + _MARGIN, max(ys) - top + _MARGIN

    def svg(self) -> str:
        """Return the picture as an SVG text."""
        left, top, width, height = self._paper()
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:.0f} {top:.0f} {width:.0f} '
            f'{height:.0f}" width="{width:.0f}" height="{height:.0f}" role="img" '
            'font-family="Helvetica, Arial, sans-serif" text-anchor="middle">',
            f"<title>{escape(self.title)}</title>",
            f'<rect x="{left:.0f}" y="{top:.0f}" width="{width:.0f}" height="{height:.0f}" '
            f'fill="{PAPER}"/>',
        ]
        for shape in self._shapes:
            if shape.words:
                x, y = shape.points[0]
                parts.append(
                    f'<text x="{x:.1f}" y="{y + shape.size * 0.35:.1f}" fill="{shape.fill}" '
                    f'font-size="{shape.size:.0f}">{escape(shape.words)}</text>'
                )
            else:
                points = " ".join(f"{x:.1f},{y:.1f}" for x, y in shape.points)
                parts.append(
                    f'<polygon points="{points}" fill="{shape.fill}" stroke="{shape.stroke}"/>'
                )
        return "\n".join([*parts, "</svg>", ""])

    def pixels(self, scale: float = 1.0) -> npt.NDArray[np.uint8]:
        """Return the picture as rows of red, green and blue; needs Pillow."""
        return np.asarray(self.image(scale))

    def image(self, scale: float = 1.0) -> Any:
        """Return the picture as an image of Pillow."""
        try:
            from PIL import Image, ImageDraw, ImageFont
        except ModuleNotFoundError as error:
            raise missing(error) from None
        left, top, width, height = self._paper()
        size = round(width * scale), round(height * scale)
        factor = scale * _SMOOTH
        image = Image.new("RGB", (size[0] * _SMOOTH, size[1] * _SMOOTH), PAPER)
        pen = ImageDraw.Draw(image)
        for shape in self._shapes:
            at = [((x - left) * factor, (y - top) * factor) for x, y in shape.points]
            if shape.words:
                font = ImageFont.load_default(shape.size * factor)
                pen.text(at[0], shape.words, fill=shape.fill, font=font, anchor="mm")
            else:
                outline = None if shape.stroke == "none" else shape.stroke
                fill = None if shape.fill == "none" else shape.fill
                pen.polygon(at, fill=fill, outline=outline, width=max(1, round(factor)))
        return image.resize(size, Image.Resampling.LANCZOS)


def curve(title: str, shares: Sequence[float], step: str = "round") -> Picture:
    """Draw how a share grows from step to step, on a scale from 0 to 100 %."""
    drawn = Picture(title)
    high, wide = 220.0, 24.0
    end = wide * max(12, len(shares))
    drawn.text((end / 2, -30), title, 15)
    for tenths in (0, 5, 10):
        y = high * (1 - tenths / 10)
        drawn.line((0, y), (end, y), "#c9c9c6")
        drawn.text((-28, y), f"{10 * tenths} %", 12, FAINT)
    at = [(wide * (k + 0.5), high * (1 - share)) for k, share in enumerate(shares)]
    for here, there in pairwise(at):
        drawn.line(here, there, PAINT["B"], 2.5)
    for k, point in enumerate(at):
        drawn.ring(point, 4, PAINT["B"])
        if k % 5 == 0:
            drawn.text((point[0], high + 16), str(k), 12, FAINT)
    drawn.text((at[-1][0], at[-1][1] - 16), f"{shares[-1]:.0%}", 13)
    drawn.text((end / 2, high + 36), step, 12, FAINT)
    return drawn
