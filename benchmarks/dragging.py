"""Drags a tile over the 4-player board of Ingenious: is any task of the page longer than a frame?

    python -m benchmarks.dragging

A server and a browser are started; the browser's own trace tells how long its tasks took. On a
machine that does other things as well, look at the CPU time: a task that waits for its turn is not
at fault.
"""

from __future__ import annotations

import json
import math
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from tests.server.live import Server
from tests.web import chromium
from tests.web.playing import new_table, wait_for_turn

FRAME = 16.0  # milliseconds
STEPS = 400  # movements of the pointer
CATEGORIES = ["toplevel", "disabled-by-default-devtools.timeline", "__metadata"]
_TASKS = ("RunTask", "ThreadControllerImpl::RunTask")


def drag(page: Page, *, steps: int = STEPS) -> None:
    """Take a tile and lead it in circles over the board."""
    tile = page.get_by_role("group", name="Your tiles").get_by_role("button").first.bounding_box()
    board = page.locator("svg.board").bounding_box()
    assert tile is not None
    assert board is not None
    page.mouse.move(tile["x"] + 20, tile["y"] + 20)
    page.mouse.down()
    x, y = board["x"] + board["width"] / 2, board["y"] + board["height"] / 2
    for k in range(steps):
        far = board["height"] * 0.45 * k / steps
        page.mouse.move(x + far * math.cos(k / 9), y + far * math.sin(k / 9))
    page.mouse.up()


def tasks(trace: bytes) -> list[tuple[float, float]]:
    """Tasks of the page's main thread: milliseconds by the clock, and of the processor."""
    events: list[dict[str, Any]] = json.loads(trace)["traceEvents"]
    main = {
        (event["pid"], event["tid"])
        for event in events
        if event.get("name") == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    return [
        (event["dur"] / 1000, event.get("tdur", event["dur"]) / 1000)
        for event in events
        if event.get("name") in _TASKS and "dur" in event and (event["pid"], event["tid"]) in main
    ]


def measured(browser: Browser, server: Server) -> list[tuple[float, float]]:
    page = browser.new_page(base_url=server.address, viewport={"width": 1280, "height": 900})
    new_table(page, "ingenious", seat="bot", players=4)
    wait_for_turn(page)
    page.wait_for_timeout(1000)  # whatever is still moving comes to rest
    browser.start_tracing(page=page, categories=CATEGORIES)
    drag(page)
    return tasks(browser.stop_tracing())


def main() -> int:
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(f"sqlite:///{folder}/genial.db", "", log=Path(folder) / "log") as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path=chromium.program(), args=chromium.FLAGS
        )
        found = measured(browser, server)
        browser.close()
    for name, times in (("clock", [t for t, _ in found]), ("CPU", [t for _, t in found])):
        longest = sorted(times, reverse=True)[:5]
        print(
            f"{name}: {len(times)} tasks, {sum(t > FRAME for t in times)} over {FRAME:.0f} ms, "
            f"the longest: {', '.join(f'{t:.1f}' for t in longest)} ms"
        )
    return int(any(cpu > FRAME for _, cpu in found))


if __name__ == "__main__":
    sys.exit(main())
