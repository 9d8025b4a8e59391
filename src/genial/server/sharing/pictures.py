"""Pictures of games for all clients: drawn in a thread, kept for a while, bounded in all respects.

While a game runs they show what spectators see; after its end also what a seat held.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Literal

from genial.core.drawing import draw_card
from genial.core.palette import THEMES, ThemeName
from genial.core.raster import MOST_FRAMES, animation, png
from genial.server.limits import TooMuch
from genial.server.sharing.shared_games import SharedGame

Ending = Literal["svg", "png", "gif", "webp"]
ANIMATIONS: tuple[Ending, ...] = ("gif", "webp")

_MOST_WAITING = 20
_MOST_KEPT = 24 * 1024 * 1024  # bytes of pictures in memory


@dataclass(frozen=True)
class Wish:
    """Which picture of a game is asked for."""

    ending: Ending
    move: int | None = None  # the number of moves before it; none: the last position
    seat: int | None = None  # whose rack or hand is shown; none: as spectators see it
    theme: ThemeName = "light"
    tried: tuple[str, ...] = ()  # moves of a variation from there
    seed: int = 0  # of what is drawn in it
    is_card: bool = False  # as wide as link previews are


class Pictures:
    """Draws pictures, one after another, and keeps those that were asked for last."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="pictures")
        self._kept: OrderedDict[tuple[str, ...], bytes] = OrderedDict()
        self._size = 0
        self._drawing: dict[tuple[str, ...], asyncio.Task[bytes]] = {}

    async def draw(self, game: SharedGame, wish: Wish) -> bytes:
        """Return the file; raise TooMuch if too many pictures are waiting, or Refusal."""
        if wish.seat is not None:
            game.game.check_seat(wish.seat)
            game.check_open()
        if wish.tried:
            game.check_open()
        key = (game.kind, game.name, game.version, repr(wish))
        content = self._kept.get(key)
        if content is not None:
            self._kept.move_to_end(key)
            return content
        task = self._drawing.get(key)
        if task is None:
            if len(self._drawing) >= _MOST_WAITING:
                raise TooMuch("Too many pictures are being drawn right now. Try again in a moment.")
            task = self._drawing[key] = asyncio.create_task(self._draw(key, game, wish))
        return await asyncio.shield(task)

    async def _draw(self, key: tuple[str, ...], game: SharedGame, wish: Wish) -> bytes:
        try:
            future = self._pool.submit(draw, game, wish)
            content = await asyncio.wrap_future(future)
            self._keep(key, content)
            return content
        finally:
            del self._drawing[key]

    def _keep(self, key: tuple[str, ...], content: bytes) -> None:
        self._kept[key] = content
        self._size += len(content)
        while self._size > _MOST_KEPT:
            _, dropped = self._kept.popitem(last=False)
            self._size -= len(dropped)

    def close(self) -> None:
        """Cancel the pictures that are waiting."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def draw(game: SharedGame, wish: Wish) -> bytes:
    """Return a picture as a file."""
    state, theme = game.position(wish.move, wish.tried, wish.seed), THEMES[wish.theme]
    if wish.ending in ANIMATIONS:
        states = state.history
        step = max(1, -(-len(states) // MOST_FRAMES))  # the rest need not be drawn at all
        shown = [*states[:-1:step], states[-1]]
        kind: Literal["gif", "webp"] = "gif" if wish.ending == "gif" else "webp"
        return animation([one.picture(wish.seat) for one in shown], kind, theme=theme)
    if wish.is_card:
        picture = draw_card(state.view(wish.seat), state.game.kit)
        scale = 1.0
    else:
        picture, scale = state.picture(wish.seat), 2.0
    return picture.svg(theme).encode() if wish.ending == "svg" else png(picture, theme, scale)
