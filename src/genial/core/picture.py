"""Pictures: a list of shapes, which becomes an SVG text here and pixels in `genial.core.raster`.

Colours are names of a theme (`genial.core.palette`), so that one picture can be had light and dark.
Pictures have letters and numbers in them, but no words of a language.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from html import escape
from math import cos, pi, sin
from typing import Any, Literal, NamedTuple

from genial.core.palette import LIGHT, Theme

Point = tuple[float, float]
Kind = Literal["polygon", "disc", "box", "line", "text"]
NONE = ""  # no fill, or no outline

_MARGIN = 12
_WIDTH_OF_LETTERS = 0.62  # of their height, on average and rather too much


class Bounds(NamedTuple):
    """A rectangle."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """How wide it is."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """How high it is."""
        return self.bottom - self.top

    def join(self, other: Bounds) -> Bounds:
        """Return the smallest rectangle around both.

        >>> Bounds(0, 0, 1, 1).join(Bounds(-2, 0, 0, 3))
        Bounds(left=-2, top=0, right=1, bottom=3)
        """
        return Bounds(
            min(self.left, other.left), min(self.top, other.top),
            max(self.right, other.right), max(self.bottom, other.bottom),
        )  # fmt: skip

    def grow(self, by: float) -> Bounds:
        """Return the rectangle with a margin."""
        return Bounds(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def meets(self, other: Bounds) -> bool:
        """Tell if two rectangles overlap."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


class Shape(NamedTuple):
    """A polygon, disc, rounded box, thick line with round ends, or line of text."""

    kind: Kind
    points: tuple[Point, ...]  # of a disc and a text: the middle; of a box: two corners
    fill: str
    stroke: str = NONE
    width: float = 1.0  # of the outline, or of the line
    size: float = 0.0  # the radius of a disc or of a box's corners, the height of letters
    words: str = ""
    anchor: Literal["start", "middle", "end"] = "middle"

    @property
    def bounds(self) -> Bounds:
        """Return what it covers."""
        xs, ys = [x for x, _ in self.points], [y for _, y in self.points]
        around = Bounds(min(xs), min(ys), max(xs), max(ys))
        if self.kind == "text":
            wide = _WIDTH_OF_LETTERS * self.size * len(self.words)
            before = {"start": 0.0, "middle": wide / 2, "end": wide}[self.anchor]
            high = 0.6 * self.size
            return Bounds(
                around.left - before, around.top - high,
                around.right + wide - before, around.bottom + high,
            )  # fmt: skip
        reach = self.width / 2 if self.stroke or self.kind == "line" else 0.0
        return around.grow(reach + self.size if self.kind == "disc" else reach)


class Picture:
    """Shapes on paper; the paper is as large as they need.

    >>> picture = Picture("a disc")
    >>> picture.disc((0, 0), 10, "R")
    >>> picture.svg().splitlines()[1]
    '<title>a disc</title>'
    """

    def __init__(self, title: str) -> None:
        self.title = title
        self.shapes: list[Shape] = []

    # --- shapes

    def polygon(
        self, points: Iterable[Point], fill: str, stroke: str = NONE, width: float = 1.0
    ) -> None:
        """Draw a polygon."""
        self.shapes.append(Shape("polygon", tuple(points), fill, stroke, width))

    def hex(
        self, at: Point, size: float, fill: str, stroke: str = NONE, width: float = 1.0
    ) -> None:
        """Draw a flat-topped hexagon."""
        self.polygon(ring(at, (size,) * 6), fill, stroke, width)

    def disc(
        self, at: Point, radius: float, fill: str, stroke: str = NONE, width: float = 1.0
    ) -> None:
        """Draw a disc, or with no fill a circle."""
        self.shapes.append(Shape("disc", (at,), fill, stroke, width, radius))

    def box(
        self, at: Point, width: float, height: float, fill: str, stroke: str = NONE,
        outline: float = 1.0, corner: float = 0.0,
    ) -> None:  # fmt: skip
        """Draw a rectangle, its upper left corner here."""
        far = at[0] + width, at[1] + height
        self.shapes.append(Shape("box", (at, far), fill, stroke, outline, corner))

    def square(
        self, at: Point, half: float, fill: str, stroke: str = NONE, outline: float = 1.0
    ) -> None:
        """Draw a square with slightly rounded corners, its middle here."""
        corner = at[0] - half, at[1] - half
        self.box(corner, 2 * half, 2 * half, fill, stroke, outline, half / 5)

    def line(self, start: Point, end: Point, colour: str, width: float = 1.0) -> None:
        """Draw a straight line with round ends."""
        self.shapes.append(Shape("line", (start, end), NONE, colour, width))

    def text(
        self, at: Point, words: str, size: float, fill: str = "ink",
        anchor: Literal["start", "middle", "end"] = "middle",
    ) -> None:  # fmt: skip
        """Write words, their middle, start or end here."""
        self.shapes.append(Shape("text", (at,), fill, size=size, words=words, anchor=anchor))

    def place(self, other: Picture, at: Point = (0.0, 0.0), scale: float = 1.0) -> None:
        """Draw another picture into this one: its origin here, as large as said."""
        for shape in other.shapes:
            points = tuple((at[0] + x * scale, at[1] + y * scale) for x, y in shape.points)
            self.shapes.append(
                shape._replace(points=points, width=shape.width * scale, size=shape.size * scale)
            )

    # --- what it gives

    @property
    def bounds(self) -> Bounds:
        """Return what all shapes cover; raises ValueError if there are none."""
        parts = [shape.bounds for shape in self.shapes]
        return Bounds(
            min(part.left for part in parts), min(part.top for part in parts),
            max(part.right for part in parts), max(part.bottom for part in parts),
        )  # fmt: skip

    @property
    def paper(self) -> Bounds:
        """Return the sheet that it is drawn on, in whole numbers."""
        left, top, right, bottom = self.bounds.grow(_MARGIN)
        return Bounds(round(left), round(top), round(right), round(bottom))

    def svg(self, theme: Theme = LIGHT) -> str:
        """Return the picture as an SVG text."""
        paper = self.paper
        wide, high = f"{paper.width:.0f}", f"{paper.height:.0f}"
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{paper.left:.0f} {paper.top:.0f} '
            f'{wide} {high}" width="{wide}" height="{high}" role="img" '
            'font-family="Helvetica, Arial, sans-serif" text-anchor="middle">',
            f"<title>{escape(self.title)}</title>",
            f'<rect x="{paper.left:.0f}" y="{paper.top:.0f}" width="{wide}" height="{high}" '
            f'rx="10" fill="{theme["paper"]}"/>',
        ]
        return "\n".join([*parts, *(_element(shape, theme) for shape in self.shapes), "</svg>", ""])

    def symbol(self, name: str, theme: Theme = LIGHT) -> str:
        """Return the shapes alone as a symbol of an SVG, which can be used many times."""
        left, top, right, bottom = self.bounds.grow(1)
        box = " ".join(_number(n) for n in (left, top, right - left, bottom - top))
        shapes = "".join(_element(shape, theme) for shape in self.shapes)
        return f'<symbol id="{name}" viewBox="{box}">{shapes}</symbol>'

    def pixels(self, scale: float = 1.0, theme: Theme = LIGHT) -> Any:
        """Return the picture as a NumPy array: rows of red, green and blue. Needs Pillow."""
        import numpy as np

        return np.asarray(self.image(scale, theme))

    def image(self, scale: float = 1.0, theme: Theme = LIGHT) -> Any:
        """Return the picture as an image of Pillow, which it needs."""
        from genial.core.raster import image_of

        return image_of(self, theme, scale)

    def _repr_svg_(self) -> str:
        """Return what a notebook shows."""
        return self.svg()


@lru_cache(maxsize=4096)  # boards are drawn again and again
def ring(at: Point, radii: tuple[float, ...], turn: float = 0.0) -> tuple[Point, ...]:
    """Return the corners of a polygon around a point, one for each radius.

    >>> ring((0, 0), (2, 2))
    ((2.0, 0.0), (-2.0, 0.0))
    """
    angles = [turn + 2 * pi * k / len(radii) for k in range(len(radii))]
    return tuple(
        (round(at[0] + radius * cos(angle), 6), round(at[1] + radius * sin(angle), 6))
        for radius, angle in zip(radii, angles, strict=True)
    )


def _number(value: float) -> str:
    """Write a number with at most one decimal.

    >>> _number(3.0), _number(-0.04), _number(2.25)
    ('3', '0', '2.2')
    """
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def _outline(shape: Shape, theme: Theme) -> str:
    if not shape.stroke:
        return ""
    width = "" if shape.width == 1 else f' stroke-width="{_number(shape.width)}"'
    return f' stroke="{theme[shape.stroke]}"{width}'


def _element(shape: Shape, theme: Theme) -> str:
    fill = f' fill="{theme[shape.fill] if shape.fill else "none"}"'
    paint = fill + _outline(shape, theme)
    (x, y), *more = shape.points
    at_x, at_y, size = _number(x), _number(y), _number(shape.size)
    match shape.kind:
        case "polygon":
            points = " ".join(f"{_number(x)},{_number(y)}" for x, y in shape.points)
            return f'<polygon points="{points}"{paint}/>'
        case "disc":
            return f'<circle cx="{at_x}" cy="{at_y}" r="{size}"{paint}/>'
        case "box":
            (right, bottom) = more[0]
            corner = f' rx="{size}"' if shape.size else ""
            return (
                f'<rect x="{at_x}" y="{at_y}" width="{_number(right - x)}" '
                f'height="{_number(bottom - y)}"{corner}{paint}/>'
            )
        case "line":
            (end_x, end_y) = more[0]
            return (
                f'<line x1="{at_x}" y1="{at_y}" x2="{_number(end_x)}" y2="{_number(end_y)}" '
                f'stroke-linecap="round"{_outline(shape, theme)}/>'
            )
    anchor = "" if shape.anchor == "middle" else f' text-anchor="{shape.anchor}"'
    return (
        f'<text x="{at_x}" y="{_number(y + 0.35 * shape.size)}" font-size="{size}"{anchor}'
        f' font-weight="bold"{fill}>{escape(shape.words)}</text>'
    )
