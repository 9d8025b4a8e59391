"""Small plots as SVG texts; their colours are CSS classes of the page they stand on."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

COLOURS = 6  # classes c0 to c5
_WIDTH, _HEIGHT = 420, 260
_LEFT, _RIGHT, _TOP, _BOTTOM = 52, 12, 14, 40
_TICKS = 5
_BARS = 20  # of a histogram, at most
_ROW = 44


@dataclass(frozen=True)
class Curve:
    """A line with a band around it; `place` chooses its colour."""

    place: int
    values: Sequence[float]
    band: Sequence[tuple[float, float]]


def ticks(low: float, high: float, count: int = _TICKS) -> list[float]:
    """Round numbers between two others.

    >>> ticks(0, 97)
    [0.0, 20.0, 40.0, 60.0, 80.0]
    """
    raw = max(high - low, 1e-9) / count
    power = 10.0 ** math.floor(math.log10(raw))
    step = next(power * m for m in (1, 2, 5, 10) if power * m >= raw)
    first = math.ceil(low / step)
    return [round(k * step, 10) for k in range(first, math.floor(high / step + 1e-9) + 1)]


def _colour(place: int) -> str:
    return f"c{place % COLOURS}"


def _line(kind: str, x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _bar(place: int, x: float, y: float, width: float, height: float) -> str:
    size = f'width="{width:.1f}" height="{height:.1f}"'
    return f'<rect class="bar {_colour(place)}" x="{x:.1f}" y="{y:.1f}" {size}/>'


def _text(x: float, y: float, words: str, anchor: str = "middle") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


def _svg(title: str, parts: Sequence[str], height: float = _HEIGHT) -> str:
    return (
        f'<svg viewBox="0 0 {_WIDTH} {height}" role="img" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title>{''.join(parts)}</svg>"
    )


@dataclass(frozen=True)
class _Axes:
    """Where numbers lie on the paper."""

    x: tuple[float, float]
    y: tuple[float, float]
    height: float = _HEIGHT

    def across(self, value: float) -> float:
        low, high = self.x
        return _LEFT + (value - low) / ((high - low) or 1) * (_WIDTH - _LEFT - _RIGHT)

    def up(self, value: float) -> float:
        low, high = self.y
        room = self.height - _TOP - _BOTTOM
        return self.height - _BOTTOM - (value - low) / ((high - low) or 1) * room

    def points(self, xs: Sequence[float], ys: Sequence[float]) -> list[str]:
        pairs = zip(xs, ys, strict=True)
        return [f"{self.across(x):.1f},{self.up(y):.1f}" for x, y in pairs]

    def level(self, kind: str, value: float) -> str:
        """Draw a line across."""
        return _line(kind, _LEFT, self.up(value), _WIDTH - _RIGHT, self.up(value))

    def grid(self, unit: str = " %") -> list[str]:
        """Draw lines across with their numbers."""
        parts = []
        for value in ticks(*self.y):
            parts.append(self.level("grid", value))
            parts.append(_text(_LEFT - 8, self.up(value) + 4, f"{value:g}{unit}", "end"))
        return parts

    def below(self, values: Sequence[float], title: str) -> list[str]:
        """Write numbers along the bottom, and what they are."""
        y = self.height - _BOTTOM + 16
        parts = [_text(self.across(value), y, f"{value:g}") for value in values]
        return [*parts, _text((_LEFT + _WIDTH - _RIGHT) / 2, self.height - 4, title)]


def curves(title: str, lines: Sequence[Curve], games: Sequence[int], fair: float) -> str:
    """Plot shares over games, with their intervals; the fair share is drawn as a line."""
    axes = _Axes((0, games[-1]), (0, 100))
    parts = axes.grid() + axes.below(ticks(0, games[-1]), "games")
    parts.append(axes.level("level", 100 * fair))
    for curve in lines:
        above = axes.points(games, [100 * high for _, high in curve.band])
        under = axes.points(games, [100 * low for low, _ in curve.band])
        edge = " ".join(above + under[::-1])
        parts.append(f'<polygon class="band {_colour(curve.place)}" points="{edge}"/>')
    for curve in lines:
        path = " ".join(axes.points(games, [100 * value for value in curve.values]))
        parts.append(f'<polyline class="line {_colour(curve.place)}" points="{path}"/>')
    return _svg(title, parts)


def history(title: str, rounds: Sequence[float], values: Sequence[float]) -> str:
    """Plot how a number changed, round by round."""
    low, high = min(values), max(values)
    room = (high - low) * 0.05 or 0.5
    axes = _Axes((min(rounds) - 1, max(rounds)), (low - room, high + room))
    parts = axes.grid("") + axes.below(ticks(*axes.x), "rounds")
    path = " ".join(axes.points(rounds, values))
    return _svg(title, [*parts, f'<polyline class="line c0" points="{path}"/>'])


def histogram(title: str, groups: Sequence[Sequence[int]]) -> str:
    """Plot how often each whole number occurred, side by side for each group, in per cent."""
    everything = [value for group in groups for value in group]
    low, high = min(everything), max(everything)
    width = math.ceil((high - low + 1) / _BARS)  # numbers a bar
    starts = range(low // width * width, high + 1, width)
    shares = [
        [
            100 * sum(start <= n < start + width for n in group) / max(1, len(group))
            for start in starts
        ]
        for group in groups
    ]
    axes = _Axes((starts[0] - width / 2, starts[-1] + width / 2), (0, max(map(max, shares)) * 1.05))
    every = 1 + len(starts) // 8
    parts = axes.grid() + axes.below(list(starts)[::every], title.lower())
    bar = (axes.across(width) - axes.across(0)) * 0.8 / len(groups)
    for place, group in enumerate(shares):
        for start, share in zip(starts, group, strict=True):
            if share:
                x = axes.across(start) + (place - len(groups) / 2) * bar
                parts.append(_bar(place, x, axes.up(share), bar, axes.up(0) - axes.up(share)))
    return _svg(title, parts)


def times(title: str, rows: Sequence[tuple[str, float, float]]) -> str:
    """Plot mean and longest milliseconds a move, on a logarithmic scale; a row each."""
    shown = [(name, max(mean, 1e-3), max(most, mean, 1e-3)) for name, mean, most in rows]
    low = math.floor(math.log10(min(mean for _, mean, _ in shown)))
    high = max(low + 1, math.ceil(math.log10(max(most for _, _, most in shown))))
    height = _ROW * len(rows) + _TOP + _BOTTOM
    axes = _Axes((low, high), (0, 1), height)
    parts = []
    for power in range(low, high + 1):
        x = axes.across(power)
        parts.append(_line("grid", x, _TOP, x, height - _BOTTOM))
        parts.append(_text(x, height - _BOTTOM + 16, f"{10.0**power:g}"))
    parts += axes.below([], "ms a move")
    for place, (name, mean, most) in enumerate(shown):
        y = _TOP + _ROW * place
        middle, end = axes.across(math.log10(mean)), axes.across(math.log10(most))
        whisker = f"line {_colour(place)}"
        parts += [
            _text(_LEFT + 4, y + 14, name, "start"),
            _bar(place, _LEFT, y + 20, max(2.0, middle - _LEFT), 14),
            _line(whisker, middle, y + 27, end, y + 27),
            _line(whisker, end, y + 20, end, y + 34),
        ]
    return _svg(title, parts, height)
