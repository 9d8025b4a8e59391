"""Configure the documentation, which `make docs` builds."""

from __future__ import annotations

from typing import Any

from sphinx.application import Sphinx

project = "Genial"
author = "The Genial authors"
copyright = f"2026, {author}"

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.doctest",
    "sphinx.ext.napoleon",
]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
exclude_patterns = ["_build"]
nitpicky = False

html_theme = "furo"
html_title = "Genial"
html_static_path = ["_static"]
html_css_files = ["pages.css"]
html_copy_source = False
html_show_sourcelink = False


def name_the_language(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object
) -> None:
    """Say which pages are German: screen readers and hyphenation need to know."""
    if page.endswith(".de") or page.startswith("de/"):
        context["language"] = "de"


def setup(app: Sphinx) -> None:
    app.connect("html-page-context", name_the_language)
