"""The documentation says what the code does."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

import genial

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"


def script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, DOCS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", genial.games())
def test_published_schemas_are_those_of_the_code(name: str) -> None:
    published = (DOCS / "schema" / f"{name}.json").read_text()
    assert published == script("schemas").schema_text(name), "run `make schemas`"


@pytest.mark.parametrize("name", genial.games())
def test_every_game_has_a_page_in_both_languages_with_its_encoding(name: str) -> None:
    english = (DOCS / "games" / f"{name}.en.md").read_text()
    german = (DOCS / "games" / f"{name}.de.md").read_text()
    assert "## Encoding" in english
    assert "## Kodierung" in german
    for text in (english, german):
        assert "<!-- encoding -->" not in text
    depth = re.compile(r"^#+ ", re.MULTILINE)
    assert [len(mark) for mark in depth.findall(english)] == [
        len(mark) for mark in depth.findall(german)
    ]


def test_the_readme_fits_on_two_screens_and_shows_one_picture() -> None:
    text = (ROOT / "README.md").read_text()
    assert len(text.splitlines()) <= 120
    (picture,) = re.findall(r"!\[.*?\]\((.*?)\)", text)
    assert (ROOT / picture).is_file()


def test_links_to_files_of_the_repository_lead_somewhere() -> None:
    """Sphinx checks the links within docs; these pages are read where they lie."""
    for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md"):
        for link in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", (ROOT / name).read_text()):
            assert link.startswith("https://") or (ROOT / link).exists(), f"{name}: {link}"


def test_every_german_page_and_its_english_twin_link_to_each_other() -> None:
    german = [*(DOCS / "de").glob("*.md"), *(DOCS / "games").glob("*.de.md")]
    assert len(german) == 7 + len(genial.games())
    for page in german:
        (link,) = re.findall(r"\[(?:This page i|I)n English\]\((.*?)\)", page.read_text())
        twin = (page.parent / link).resolve()
        (back,) = re.findall(r"\[(?:Diese Seite a|A)uf Deutsch\]\((.*?)\)", twin.read_text())
        assert (twin.parent / back).resolve() == page


WORDS_TO_AVOID = re.compile(r"\b(?:whoever|somebody|nobody|everybody|anybody|he|his|him)\b", re.I)


def test_english_pages_name_the_player_instead_of_somebody() -> None:
    pages = [ROOT / "README.md", ROOT / "CHANGELOG.md", *DOCS.rglob("*.md")]
    english = [page for page in pages if page.parent.name != "de" and ".de." not in page.name]
    assert len(english) > 50
    for page in english:
        text = re.sub(r"`[^`\n]*`|\"[^\"\n]*\"", "", page.read_text())  # code and quotations
        assert WORDS_TO_AVOID.findall(text) == [], page


def test_nothing_names_paths_of_a_machine_or_hosts_of_registries() -> None:
    tracked = [
        path
        for pattern in ("*.md", "*.toml", "*.lock", "Makefile", "src/**/*.py", "docs/**/*.md")
        for path in ROOT.glob(pattern)
    ]
    assert len(tracked) > 20
    for path in tracked:
        text = path.read_text()
        assert not re.search(r"/(work|root|home)/|pypi\.org|npmjs\.org|pythonhosted", text), path


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", genial.games())
def test_the_tables_of_fields_are_those_of_the_records(name: str, language: str) -> None:
    page = (DOCS / "games" / f"{name}.{language}.md").read_text()
    section = page.split("## Encoding" if language == "en" else "## Kodierung")[1]
    told = re.findall(r"^\| `(\w+)` \| `([^`]+)` \|", section, re.MULTILINE)
    dtype = genial.game(name).template.dtype
    assert dtype.names is not None
    fields = []
    for field in dtype.names:
        kind = dtype[field]
        shape = f"[{', '.join(map(str, kind.shape))}]" if kind.shape else ""
        fields.append((field, kind.base.str[1:] + shape))
    assert told == fields


def test_the_table_of_settings_is_that_of_the_server() -> None:
    from genial.server.settings import Settings

    page = (DOCS / "settings.md").read_text().split("## Settings")[1].split("\n## ")[0]
    told = dict(re.findall(r"^\| `(\w+)` \| (.*?) \|", page, re.MULTILINE))
    assert list(told) == list(Settings.__struct_fields__)
    for name, default in zip(told, Settings.__struct_defaults__, strict=True):
        if default in ("", None) or not isinstance(default, str | int | float | bool):
            continue
        shown = str(default).lower() if isinstance(default, bool) else str(default)
        assert told[name] == f"`{shown.removesuffix('.0')}`", name


def test_every_setting_is_a_flag_of_serve() -> None:
    from dataclasses import fields

    from genial.cli.server_settings import ServerOptions
    from genial.server.settings import Settings

    assert {field.name for field in fields(ServerOptions)} == set(Settings.__struct_fields__)


def test_every_message_of_the_socket_is_documented() -> None:
    from typing import get_args

    from genial.server.live import protocol

    page = (DOCS / "server-api.md").read_text().split("## Live play")[1].split("\n## ")[0]
    told = set(re.findall(r"`([a-z-]+)`", page))
    known = [*get_args(protocol.FromClient), *get_args(protocol.FromServer)]
    assert {kind.__struct_config__.tag for kind in known} <= told


_ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text()
_FOLDERS = ("", "src/genial", "src")


def file_named(text: str) -> Path | None:
    """Find the file or folder that the page names, below the package or the repository."""
    found = [ROOT / folder / text for folder in _FOLDERS if (ROOT / folder / text).exists()]
    return found[0] if found else None


def test_every_file_that_the_architecture_page_names_exists() -> None:
    named = re.findall(r"`([\w./<>-]+(?:\.py|\.ts|\.md|/))`", _ARCHITECTURE)
    assert len(named) > 40
    for text in named:
        if "<game>" in text:
            assert file_named(text.replace("<game>", "phoenix")) is not None, text
        elif "/" in text.rstrip("/"):
            assert file_named(text) is not None, text


def test_every_module_in_the_table_of_the_servers_folders_exists() -> None:
    rows = re.findall(r"^\| `server/(\w+)/` \|[^|]*\| (.+?) \|$", _ARCHITECTURE, re.M)
    server = ROOT / "src" / "genial" / "server"
    assert {folder for folder, _ in rows} == {
        path.name for path in server.iterdir() if (path / "__init__.py").exists()
    }
    for folder, modules in rows:
        for module in re.findall(r"`(\w+)/?`", modules):
            there = server / folder / module
            assert there.is_dir() or there.with_suffix(".py").exists(), f"{folder}/{module}"


def test_every_step_of_the_walks_names_what_is_in_its_file() -> None:
    steps = re.findall(r"`([A-Za-z_][\w.]*)` \(`([\w./-]+\.(?:py|ts))`\)", _ARCHITECTURE)
    steps += re.findall(r"`([A-Za-z_][\w.]*)` in\s+`([\w./-]+\.(?:py|ts))`", _ARCHITECTURE)
    assert len(steps) > 15
    for name, file in steps:
        path = file_named(file)
        assert path is not None, file
        text = path.read_text()
        for part in name.split("."):
            if part in ("commands", "engine"):
                assert path.stem == part
                continue
            defined = rf"(class|def|function) {part}\b|^  (async )?{part}\("
            assert re.search(defined, text, re.M), f"{name} is not in {file}"
