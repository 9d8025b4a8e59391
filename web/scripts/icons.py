"""Draws public/icons/icon.svg as the PNG files of the manifest; run it when the drawing changes.

python scripts/icons.py [path of chromium]
"""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

ICONS = Path(__file__).parents[1] / "public" / "icons"
SIZES = (180, 192, 512)  # 180: the home screen of iOS

with sync_playwright() as playwright:
    browser = playwright.chromium.launch(
        executable_path=sys.argv[1] if len(sys.argv) > 1 else None,
        args=["--headless", "--no-sandbox", "--disable-gpu"],
    )
    drawing = (ICONS / "icon.svg").read_text(encoding="utf-8")
    for size in SIZES:
        page = browser.new_page(viewport={"width": size, "height": size})
        page.set_content(f"<style>body{{margin:0}}svg{{display:block}}</style>{drawing}")
        page.screenshot(path=ICONS / f"icon-{size}.png")
        page.close()
    browser.close()
