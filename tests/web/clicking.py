"""Play games by clicks with few requests to the browser: click what a board offers next.

Every click is one question, where to click, and one click of the mouse at that point. That takes a
third of the processor time of the locators in `playing`, so that whole games are affordable.
"""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from playwright.sync_api import Page

from tests.web.playing import go_on, wait_for_move

PATIENCE = 30_000  # milliseconds for something to click


class Steps(NamedTuple):
    """What is clicked in a turn, as selectors: the first of which there is anything."""

    last: str  # ends the turn
    others: tuple[str, ...]


STEPS = {
    "ingenious": Steps(
        ".swap .confirm:enabled, .tools .main:enabled",
        (".swap button:not(.confirm)", ".cell.open", ".rack .tile[aria-disabled=false]"),
    ),
    "tile-challenge": Steps(".moves button[aria-disabled=false]", ()),
    "spezial": Steps(".pass, .tools .main:enabled", (".colour", ".partner", ".cell.open")),
    "phoenix": Steps(
        "button.confirm:enabled",
        (
            "section.card button.main", ".place.target:not(.first)",
            ".tools button:not(.confirm):first-of-type:enabled", ".paper[aria-disabled=false]",
        ),
    ),
}  # fmt: skip

# Where to click: as soon as it is this player's turn, there are `least` moves, and one of the
# selectors has an element whose middle nothing covers.
_NEXT = """({ selectors, share, least, patience }) => new Promise((found, fail) => {
  setTimeout(() => fail(new Error(`nothing to click: ${selectors}`)), patience);
  const middle = (one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const isFree = (one) => {
    const top = document.elementFromPoint(...middle(one));
    return top !== null && (one.contains(top) || (one.closest(".board") && top.closest(".board")));
  };
  const look = () => {
    const { phase, moves } = document.querySelector(".table").dataset;
    if (phase === "over") return found(null);
    if (document.title.startsWith("●") && Number(moves) >= least) {
      for (const [index, selector] of selectors.entries()) {
        const all = [...document.querySelectorAll(selector)].filter(isFree);
        if (all.length) return found([Number(moves), index, ...middle(all[Math.floor(share * all.length)])]);
      }
    }
    requestAnimationFrame(look);
  };
  look();
})"""  # noqa: E501


def play_by_mouse(page: Page, game: str, *, most: int = 400, seed: int = 1) -> int:
    """Play until the result is shown, or at most `most` moves; return their number."""
    rng = random.Random(seed)
    last, others = STEPS[game]
    asked: dict[str, Any] = {"selectors": [last, *others], "least": 0, "patience": PATIENCE}
    count = 0
    while count < most:
        told = page.evaluate(_NEXT, asked | {"share": rng.random()})
        if told is None:
            go_on(page)
            return count
        moves, index, x, y = told
        page.mouse.click(x, y)
        if index == 0:
            count += 1
            asked["least"] = moves + 1
    wait_for_move(page, asked["least"] - 1)  # the last click may still be on its way
    return count
