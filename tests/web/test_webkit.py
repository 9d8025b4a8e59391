"""The built client uses nothing that WebKit lacks: Safari 16.4 and later.

The build translates newer syntax (`build.target` in web/vite.config.ts). It cannot translate
interfaces of the browser, methods and properties of styles; those that WebKit got later, or has not
got yet, are listed here. The list is written by hand and names what a client like ours might use.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

STATIC = Path(__file__).parents[2] / "src" / "genial" / "server" / "static"

# What is looked for in scripts, and what makes a use of it safe: the script asks for it first.
SCRIPTS = {
    r"requestIdleCallback\(": None, r"\bscheduler\.(postTask|yield)": None,
    r"\bvibrate\(": r"\bvibrate\?\.|\"vibrate\"in|'vibrate'in|`vibrate`in",
    r"\bshow(Open|Save)FilePicker|\bshowDirectoryPicker": None, r"\bEyeDropper\b": None,
    r"\bstartViewTransition\(": r"startViewTransition\?\.",
    r"\b(show|toggle)Popover\(": None,
    r"\bPromise\.(withResolvers|try)\b": None, r"\b(Object|Map)\.groupBy\b": None,
    r"\bURL\.(canParse|parse)\b": None, r"\bIterator\.from\b": None,
    r"\bUint8Array\.from(Base64|Hex)\b|\.to(Base64|Hex)\(": None, r"\bRegExp\.escape\b": None,
    r"\.(symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(": None,
    r"\.(values|keys|entries)\(\)\.(map|filter|some|every|find|reduce|toArray|take|drop)\(": None,
    r"\bBarcodeDetector\b|\bnavigator\.(bluetooth|usb|hid|serial)\b": None, r"\bsetHTML\w*\(": None,
}  # fmt: skip
STYLES = (
    "@starting-style", "@scope", "@position-try", "anchor-name", "position-anchor", "anchor(",
    "animation-timeline", "scroll-timeline", "view-timeline", "field-sizing", "interpolate-size",
    "calc-size(", "light-dark(", "text-box", "reading-flow", ":popover-open", "corner-shape",
    "round(", "sibling-index(", "if(", "font-size-adjust", "contrast-color(", "masonry",
)  # fmt: skip


@cache
def built(kind: str) -> dict[str, str]:
    found = {file.name: file.read_text("utf8") for file in STATIC.rglob(f"*.{kind}")}
    assert len(found) > 20, "there is no built client"
    return found


@pytest.mark.parametrize("what", SCRIPTS)
def test_scripts_call_nothing_that_webkit_lacks(what: str) -> None:
    guard = SCRIPTS[what]
    uses = [
        name
        for name, text in built("js").items()
        if re.search(what, text) and not (guard and re.search(guard, text))
    ]
    assert uses == []


def test_styles_use_nothing_that_webkit_lacks() -> None:
    # A property or function is not the end of a longer name, such as a class or a custom property.
    uses = [
        (name, what)
        for name, text in built("css").items()
        for what in STYLES
        if re.search(rf"(?<![\w.-]){re.escape(what)}", text)
    ]
    assert uses == []
