"""Measure from bounding boxes whether a table fits its window, and whether anything on it moves."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

SIZES = (
    (360, 640), (390, 664), (390, 844), (844, 390),
    (768, 1024), (1280, 800), (1440, 900), (1920, 1080),
)  # fmt: skip

_MEASURE = """({ players, tracks, clocks, own, isMine }) => {
  const wrong = [];
  const name = (one) => one.getAttribute("aria-label") || one.dataset.cell || one.innerText?.trim().slice(0, 20) || one.getAttribute("class");
  /** What is found out about an element once holds for all elements within it. */
  const once = (find) => {
    const known = new Map();
    return (one) => {
      if (!known.has(one)) known.set(one, find(one));
      return known.get(one);
    };
  };
  const isShown = once((one) => {
    const { display, opacity } = getComputedStyle(one);
    return display !== "none" && opacity !== "0" && (one.parentElement === null || isShown(one.parentElement));
  });
  const isDrawn = (one) => getComputedStyle(one).visibility !== "hidden" && isShown(one);
  /** The boxes that cut off what is within an element. */
  const edges = once((one) => {
    const around = one.parentElement === null ? [] : edges(one.parentElement);
    return getComputedStyle(one).overflow === "visible" ? around : [...around, one.getBoundingClientRect()];
  });
  /** Is all of an element within the window, and within everything that cuts it off? */
  const isWhole = once((one) => {
    const box = one.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) return false;
    const inside = ({ left, top, right, bottom }) =>
      box.left >= left - 1 && box.top >= top - 1 && box.right <= right + 1 && box.bottom <= bottom + 1;
    return [{ left: 0, top: 0, right: innerWidth, bottom: innerHeight }, ...(one.parentElement === null ? [] : edges(one.parentElement))].every(inside);
  });
  /** Is an element on top at these shares of its box? */
  const isOnTop = (one, within, shares) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return shares.every(([right, down]) => {
      const found = document.elementFromPoint(x + right * width, y + down * height);
      return found !== null && (one === found || one.contains(found) || (within !== null && found.closest(within) !== null));
    });
  };
  const see = (what, selector, least, within = null, shares = [[0.5, 0.5]]) => {
    const all = [...document.querySelectorAll(selector)].filter(isDrawn);
    if (all.length < least) wrong.push(`${what}: ${all.length} of ${least} are there`);
    const cut = all.filter((one) => !isWhole(one));
    if (cut.length) wrong.push(`${what}: cut off: ${cut.slice(0, 3).map(name)}`);
    const covered = all.filter((one) => isWhole(one) && !isOnTop(one, within, shares));
    if (covered.length) wrong.push(`${what}: covered: ${covered.slice(0, 3).map(name)}`);
    return all;
  };

  const { scrollWidth, scrollHeight } = document.documentElement;
  if (scrollWidth > innerWidth || scrollHeight > innerHeight) wrong.push(`the page scrolls: ${scrollWidth} x ${scrollHeight}`);
  const across = [[0.5, 0.5], [0.2, 0.5], [0.8, 0.5], [0.5, 0.2], [0.5, 0.8]];
  const cells = see("board", ".board .cell, .board .piece, .board .six li", 6, ".board", across);
  if (isMine) {
    see("own", own, 1);
    see("actions", ".tools button, .moves button", 2);
  }
  see("choices", ".colour, .swap button", 0);
  see("players", ".seat, .strip > li:not(.head)", tracks);
  see("names", ".seat header b", document.querySelector(".strip") ? 0 : players);
  see("scores", ".seat .tracks li, .seat .points, .strip .scores > *", tracks);
  const stray = [...document.querySelectorAll(".strip .scores > *, .seat .tracks li > *")].filter(isDrawn).filter((one) => {
    const [box, row] = [one.getBoundingClientRect(), one.closest(".strip > li, .seat").getBoundingClientRect()];
    return box.left < row.left || box.right > row.right + 0.5 || box.bottom > row.bottom + 0.5;
  });
  if (stray.length) wrong.push(`scores: ${stray.length} lie outside their player's box: ${stray.slice(0, 3).map(name)}`);
  const tiny = [...document.querySelectorAll(".strip .scores svg, .seat .tracks svg")].filter(isDrawn).filter((one) => one.getBoundingClientRect().width < 13);
  if (tiny.length) wrong.push(`scores: ${tiny.length} symbols are too small to be told apart`);
  see("clocks", "[role=timer]", clocks ? players : 0);
  see("status", ".status", 1);
  for (const one of [...document.querySelectorAll(".status, .goal, .strip .who b > span:not(.person), .seat header b, .moves .what, .paper span")].filter(isDrawn)) {
    if (one.scrollHeight > one.clientHeight + 2 || one.scrollWidth > one.clientWidth + 1) wrong.push(`cut off: ${one.innerText}`);
    const [box, holder] = [one.getBoundingClientRect(), one.closest("button")?.getBoundingClientRect()];
    if (holder && (box.left < holder.left || box.left + one.scrollWidth > holder.right)) wrong.push(`wider than its button: ${one.innerText}`);
  }
  const messages = see("message", ".story, .controls .gains:not(.unseen), .info, .play .hint", 1, ".controls, .story").filter((one) => one.innerText.trim());
  if (messages.length === 0) wrong.push("there is no message");
  for (const one of messages) {
    if (one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1) wrong.push(`a message is cut off: ${one.innerText}`);
  }
  const board = document.querySelector(".board").getBoundingClientRect();
  const stage = document.querySelector(".stage").getBoundingClientRect();
  const isHexagonal = document.querySelector(".cell") !== null;
  if (isHexagonal && board.width < 0.97 * stage.width && board.height < 0.97 * stage.height) wrong.push("the board could be larger");
  const widths = isHexagonal ? cells.map((one) => { const { width, height } = one.getBoundingClientRect(); return Math.min(width, height); }) : [];
  if (Math.min(...widths) < 29 && see("zoom", ".tools .zoom", 1).length === 0) wrong.push("small cells without a zoom");
  return { wrong, share: board.height / innerHeight };
}"""  # noqa: E501

_OWN = {
    "ingenious": ".rack .tile",
    "tile-challenge": ".staging li",
    "spezial": ".tools button",
    "phoenix": ".paper",
}

_SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      const of = sources.map(({ node, previousRect: from, currentRect: to }) =>
        `${(node?.parentElement ?? node)?.getAttribute?.("class") ?? ""} "${node?.textContent ?? ""}": ${from.x},${from.y} to ${to.x},${to.y}`);
      if (!hadRecentInput && value > 0) shifts.push([value, document.querySelector(".table").dataset.moves, of.join(", ")]);
    }
  }).observe({ type: "layout-shift" });
}"""  # noqa: E501


def measure(
    page: Page, game: str, *, players: int, tracks: int, clocks: bool, is_mine: bool = True
) -> tuple[list[str], float]:
    """Return what does not fit, and the share of the window's height that the board has."""
    facts = {
        "players": players, "tracks": tracks, "clocks": clocks, "own": _OWN[game], "isMine": is_mine
    }  # fmt: skip
    told: dict[str, Any] = page.evaluate(_MEASURE, facts)
    return told["wrong"], told["share"]


_GO_ON = """() => {
  const goOn = () => document.querySelector("section.card button.main")?.click();
  new MutationObserver(goOn).observe(document.body, { subtree: true, childList: true });
}"""


def other_window(page: Page, width: int, height: int) -> Page:
    """Open another window of the same player at the same table.

    Nothing is clicked there but the end of a round, by a script: that is no input of a player, which
    would excuse shifts of the layout.
    """  # noqa: E501
    other = page.context.new_page()
    other.set_viewport_size({"width": width, "height": height})
    other.goto(page.url)
    other.locator(".table[data-phase=playing] .board").wait_for()
    other.evaluate(_GO_ON)
    return other


def watch_shifts(page: Page) -> None:
    """From now on note every shift of the layout that no key or click has caused."""
    page.evaluate(_SHIFTS)


def shifts(page: Page) -> list[Any]:
    found: list[Any] = page.evaluate("shifts")
    return found
