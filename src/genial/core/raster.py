"""Pictures as pixels: PNG, and animations as GIF or WebP. Needs Pillow.

A raster of SVG texts would need a library of the system or a font of our own; Pillow brings a font,
draws the few shapes there are, and writes the files.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from io import BytesIO
from itertools import pairwise
from typing import Any, Literal

from genial.core.errors import GenialError
from genial.core.palette import LIGHT, Theme
from genial.core.picture import Bounds, Picture, Shape

Animation = Literal["gif", "webp"]

_SMOOTH = 2  # times as large are pixels drawn first
_COLOURS = 96  # of a GIF: flat drawings need no more
MOST_FRAMES = 240


class NoPillow(GenialError, ImportError):
    """Pillow is not installed."""

    code = "not-installed"

    def __init__(self) -> None:
        super().__init__("Pillow is not installed; pip install 'genial[pictures]' brings it")


def _pillow() -> tuple[Any, Any, Any]:
    try:
        from PIL import Image, ImageDraw, ImageFont
    except ModuleNotFoundError:
        raise NoPillow from None
    return Image, ImageDraw, ImageFont


def image_of(
    picture: Picture, theme: Theme = LIGHT, scale: float = 1.0, paper: Bounds | None = None
) -> Any:
    """Return a picture as an image of Pillow."""
    return _paint(picture.shapes, paper or picture.paper, theme, scale)


def png(picture: Picture, theme: Theme = LIGHT, scale: float = 2.0) -> bytes:
    """Return a picture as a PNG file."""
    file = BytesIO()
    image_of(picture, theme, scale).save(file, "PNG")
    return file.getvalue()


def animation(
    pictures: Sequence[Picture],
    kind: Animation,
    *,
    theme: Theme = LIGHT,
    scale: float = 1.0,
    milliseconds: int = 700,
) -> bytes:
    """Return pictures one after another as a file that starts again; the last stays longer.

    Of more than MOST_FRAMES pictures some are left out.
    """
    shown = thin_out(pictures, MOST_FRAMES)
    frames = _frames(shown, theme, scale)
    times = [milliseconds] * (len(frames) - 1) + [4 * milliseconds]
    options: dict[str, Any] = {"save_all": True, "duration": times, "loop": 0}
    if kind == "gif":
        # The last frame has most colours; one palette for all keeps what does not change the same.
        palette = frames[-1].quantize(_COLOURS)
        frames = [frame.quantize(palette=palette, dither=0) for frame in frames]
    else:
        options |= {"lossless": True, "quality": 50, "method": 2}
    file = BytesIO()
    frames[0].save(file, kind.upper(), append_images=frames[1:], **options)
    return file.getvalue()


def thin_out(pictures: Sequence[Picture], most: int) -> list[Picture]:
    """Return at most `most` pictures, evenly spread, with the first and the last.

    >>> [picture.title for picture in thin_out([Picture(str(k)) for k in range(10)], 4)]
    ['0', '3', '6', '9']
    """
    if len(pictures) <= most:
        return list(pictures)
    last = len(pictures) - 1
    return [pictures[round(k * last / (most - 1))] for k in range(most)]


# --- painting


def _paint(shapes: Iterable[Shape], paper: Bounds, theme: Theme, scale: float) -> Any:
    """Return what a rectangle shows of some shapes, as an image."""
    image_kind, draw_kind, fonts = _pillow()
    size = max(1, round(paper.width * scale)), max(1, round(paper.height * scale))
    factor = scale * _SMOOTH
    image = image_kind.new("RGB", (size[0] * _SMOOTH, size[1] * _SMOOTH), theme["paper"])
    pen = draw_kind.Draw(image)
    for shape in shapes:
        at = [((x - paper.left) * factor, (y - paper.top) * factor) for x, y in shape.points]
        fill = theme[shape.fill] if shape.fill else None
        stroke = theme[shape.stroke] if shape.stroke else None
        width = max(1, round(shape.width * factor))
        _draw(pen, fonts, shape, at, fill, stroke, width, shape.size * factor)
    return image.reduce(_SMOOTH)


def _draw(
    pen: Any, fonts: Any, shape: Shape, at: list[tuple[float, float]], fill: str | None,
    stroke: str | None, width: int, size: float,
) -> None:  # fmt: skip
    (x, y), *more = at
    match shape.kind:
        case "polygon":
            pen.polygon(at, fill=fill)
            if stroke:
                pen.line([*at, at[0], at[1]], fill=stroke, width=width, joint="curve")
        case "disc":
            # Pillow draws outlines inwards, SVG on both sides.
            radius = size + (width / 2 if stroke else 0)
            around = [x - radius, y - radius, x + radius, y + radius]
            pen.ellipse(around, fill=fill, outline=stroke, width=width)
        case "box":
            if more[0][0] - x >= 1 and more[0][1] - y >= 1:
                corner = min(size, (more[0][0] - x) / 2)
                pen.rounded_rectangle([at[0], more[0]], corner, fill, stroke, width)
        case "line":
            pen.line(at, fill=stroke, width=width)
            for end_x, end_y in at:
                reach = width / 2
                around = [end_x - reach, end_y - reach, end_x + reach, end_y + reach]
                pen.ellipse(around, fill=stroke)
        case "text":
            anchor = {"start": "lm", "middle": "mm", "end": "rm"}[shape.anchor]
            font = fonts.load_default(size)
            bold = max(1, round(size / 24))
            pen.text(
                at[0], shape.words, fill=fill, font=font, anchor=anchor,
                stroke_width=bold / 2, stroke_fill=fill,
            )  # fmt: skip


# --- animations: only what has changed is painted anew


def _frames(pictures: Sequence[Picture], theme: Theme, scale: float) -> list[Any]:
    """Return an image for each picture, all of the same size."""
    covers: dict[Shape, Bounds] = {}  # most shapes are in many pictures
    for picture in pictures:
        for shape in picture.shapes:
            if shape not in covers:
                covers[shape] = shape.bounds.grow(3)
    paper = pictures[0].paper
    for picture in pictures[1:]:
        paper = paper.join(picture.paper)
    frames = [image_of(pictures[0], theme, scale, paper)]
    for before, after in pairwise(pictures):
        frame = frames[-1].copy()
        changed = set(before.shapes) ^ set(after.shapes)
        for whole in _apart(covers[shape] for shape in changed):
            part = _whole_pixels(whole, paper, scale)
            shapes = [shape for shape in after.shapes if covers[shape].meets(part)]
            at = round((part.left - paper.left) * scale), round((part.top - paper.top) * scale)
            frame.paste(_paint(shapes, part, theme, scale), at)
        frames.append(frame)
    return frames


def _apart(parts: Iterable[Bounds]) -> list[Bounds]:
    """Return rectangles that cover the same and do not overlap.

    >>> _apart([Bounds(0, 0, 2, 2), Bounds(5, 5, 6, 6), Bounds(1, 1, 3, 3)])
    [Bounds(left=5, top=5, right=6, bottom=6), Bounds(left=0, top=0, right=3, bottom=3)]
    """
    found: list[Bounds] = []
    for part in parts:
        met = next((other for other in found if other.meets(part)), None)
        while met is not None:
            found.remove(met)
            part = part.join(met)
            met = next((other for other in found if other.meets(part)), None)
        found.append(part)
    return found


def _whole_pixels(part: Bounds, paper: Bounds, scale: float) -> Bounds:
    """Return the rectangle, grown to whole pixels and cut at the paper's edges."""
    left, top = (
        max(0, int((part.left - paper.left) * scale)),
        max(0, int((part.top - paper.top) * scale)),
    )
    right, bottom = (part.right - paper.left) * scale, (part.bottom - paper.top) * scale
    return Bounds(
        paper.left + left / scale,
        paper.top + top / scale,
        min(paper.right, paper.left + (int(right) + 1) / scale),
        min(paper.bottom, paper.top + (int(bottom) + 1) / scale),
    )
