"""Pictures: every position of every game can be drawn, and none shows more than its view."""

from __future__ import annotations

import importlib.util
import random
import re
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image

import genial
from genial.core import raster
from genial.core.drawing import CARD, PlayedMove, draw, draw_card, draw_move
from genial.core.palette import DARK, LIGHT
from genial.core.picture import Bounds, Picture
from genial.core.raster import animation, png
from tests.cases import CASES, name_of, random_states, redealt

Case = tuple[str, dict[str, Any]]
FILE = {"gif": b"GIF89a", "webp": b"RIFF"}


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_every_position_can_be_drawn(case: Case) -> None:
    states = [*random_states(*case, seed=1)]
    for state in (states[0], states[len(states) // 2], states[-1]):
        for seat in (None, 1):
            drawing = ElementTree.fromstring(state.picture(seat).svg())
            assert len(drawing) > 20
            left, top, wide, high = map(float, drawing.attrib["viewBox"].split())
            for shape in drawing.iter():
                if "cx" in shape.attrib:
                    assert left < float(shape.attrib["cx"]) < left + wide
                    assert top < float(shape.attrib["cy"]) < top + high
    before, after = (state.picture(1).pixels(0.5) for state in states[:2])
    assert before.dtype == np.uint8
    assert before.shape[2] == 3
    assert before.shape != after.shape or (before != after).any()


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_pictures_for_spectators_show_nothing_that_is_hidden(case: Case) -> None:
    """Deal everything anew that a spectator cannot see: not a byte of any picture changes."""
    chooser = random.Random(5)
    states = [state for state in random_states(*case, seed=2) if not state.over]
    for state in chooser.sample(states, 4):
        for seat in (None, state.turn):
            other = redealt(state, seat)
            assert other.picture(seat).svg() == state.picture(seat).svg()
            assert draw_card(other.view(seat), other.game.kit).svg() == (
                draw_card(state.view(seat), state.game.kit).svg()
            )
    other = redealt(states[-1], None)
    pictures = [[one.picture() for one in game.history[-3:]] for game in (states[-1], other)]
    assert animation(pictures[0], "gif") == animation(pictures[1], "gif")
    assert png(pictures[0][-1]) == png(pictures[1][-1])


@pytest.mark.parametrize("name", ["ingenious", "phoenix"])
def test_a_seats_picture_shows_what_it_holds_and_a_spectators_does_not(name: str) -> None:
    state = genial.game(name).start(seed=1)
    own, other, spectator = (state.picture(seat).svg() for seat in (1, 2, None))
    assert own != other
    assert len(own) > len(spectator)
    assert state._repr_svg_() == state.picture(state.turn).svg()


def test_a_partners_rack_is_drawn_where_partners_show_their_racks() -> None:
    silent, shared = (
        genial.game("ingenious", players=4, variant="teams", partners=partners).start(seed=1)
        for partners in ("silent", "shared")
    )
    drawn = [len(state.picture(1).shapes) for state in (silent, shared)]
    assert drawn[1] > drawn[0] + 6 * 6  # six tiles of at least six shapes
    assert shared.picture().svg() == silent.picture().svg()


def test_boards_of_genial_spezial_are_called_a_reconstruction() -> None:
    assert "reconstruction" in genial.game("spezial").start(seed=1).picture().svg()


def test_the_last_tile_has_a_ring_and_tiles_have_one_body() -> None:
    states = [*random_states("ingenious", {"players": 2}, seed=1)]
    ring = LIGHT["ring"]
    assert states[0].picture(None).svg().count(ring) == 0
    for count in (1, 2):
        after = next(state for state in states if state.move_count == count).picture().svg()
        assert after.count(ring) == 3  # around two cells and between them
        assert after.count(f'stroke="{LIGHT["tile"]}"') == count  # what joins the halves of a tile


def test_tiles_of_a_starting_position_are_drawn_whole() -> None:
    """No move says which halves belong together, so neighbours are joined, as in the client."""
    joint = f'stroke="{LIGHT["tile"]}"'  # what joins the halves of a tile
    for state in [*random_states("ingenious", {"players": 2}, seed=1)][1:]:
        if state.over:
            break
        began_here = state.game.at(state.position(), seed=1)
        drawn = began_here.picture().svg()
        assert drawn.count(joint) == state.picture().svg().count(joint) > 0
        assert LIGHT["ring"] not in drawn


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_moves_are_drawn_as_what_was_laid_or_played(case: Case) -> None:
    """Moves with a tile or a card have a picture, others have none."""
    for state in [*random_states(*case, seed=3)][1:]:
        tiles = [line for line in state.lines if line.startswith("* tile ")]
        move, turned_up = state.last_move or "", "".join(tiles).removeprefix("* tile ")
        picture = draw_move(PlayedMove(state.mover or 1, move, turned_up), state.game.kit)
        has_piece = bool(turned_up) or move not in ("swap", "keep", "pass", "draw", "stop", "take")
        assert bool(picture.shapes) == has_piece, move
        if has_piece:
            ElementTree.fromstring(picture.symbol("x"))


@pytest.mark.parametrize("case", [CASES[1], CASES[7], CASES[12], CASES[16]], ids=name_of)
def test_a_card_has_the_size_of_link_previews(case: Case) -> None:
    *_, last = random_states(*case, seed=1)
    file = png(draw_card(last.view(None), last.game.kit), scale=1.0)
    with Image.open(BytesIO(file)) as image:
        assert image.size == CARD
    assert len(file) < 300_000  # what messengers load


@pytest.mark.parametrize("kind", ["gif", "webp"])
def test_an_animation_has_a_frame_for_each_position(kind: raster.Animation) -> None:
    states = [*random_states("phoenix", {}, seed=1)][:7]
    file = animation([state.picture() for state in states], kind)
    assert file.startswith(FILE[kind])
    with Image.open(BytesIO(file)) as image:
        assert image.n_frames == len(states)


def test_frames_drawn_from_changes_are_those_drawn_as_a_whole() -> None:
    for name, options in (("ingenious", {"players": 3}), ("spezial", {"players": 2})):
        pictures = [state.picture() for state in random_states(name, options, seed=4)][:12]
        for frame, picture in zip(raster._frames(pictures, DARK, 1.0), pictures, strict=True):
            whole = raster.image_of(picture, DARK, 1.0, _common_paper(pictures))
            far = np.abs(np.asarray(frame, int) - np.asarray(whole, int)).max(axis=2)
            assert (far > 40).mean() < 0.002  # smoothing at the edges of what was drawn anew


def test_the_longest_animation_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(raster, "MOST_FRAMES", 5)
    pictures = [state.picture() for state in random_states("phoenix", {}, seed=1)]
    with Image.open(BytesIO(animation(pictures, "gif"))) as image:
        assert image.n_frames == 5
        image.seek(4)
        shown = np.asarray(image.convert("RGB"), int)
    paper = _common_paper(raster.thin_out(pictures, 5))
    end = np.asarray(raster.image_of(pictures[-1], LIGHT, 1.0, paper), int)
    assert np.abs(shown - end).mean() < 3


def test_pictures_write_no_text_as_markup() -> None:
    picture = Picture("<b>&</b>")
    picture.text((0, 0), "<script>", 10)
    text = picture.svg()
    assert "<b>" not in text
    assert "<script>" not in text
    assert ElementTree.fromstring(text)[0].text == "<b>&</b>"


def test_both_themes_have_the_same_colours_and_letters_can_be_read() -> None:
    assert LIGHT.keys() == DARK.keys()
    for theme in (LIGHT, DARK):
        for paint in "RGBOYP":
            assert _contrast(theme[f"on-{paint}"], theme[paint]) > 2.9
            assert _contrast(theme["tile"], theme[f"tile-{paint}"]) > 4.5
        assert _contrast(theme["ink"], theme["paper"]) > 7
        assert _contrast(theme["cell"], theme["cell-line"]) >= 2.9


def test_a_game_without_a_drawing_is_written_down() -> None:
    view = genial.game("phoenix").start(seed=1).view(None)
    assert "spectrum" in draw(view, object()).svg()


def test_the_figures_of_the_documentation_are_those_of_the_renderer(tmp_path: Path) -> None:
    place = Path(__file__).parents[1] / "docs" / "figures.py"
    spec = importlib.util.spec_from_file_location("figures", place)
    assert spec is not None
    assert spec.loader is not None
    figures = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(figures)
    figures.write_all(tmp_path)
    for path in sorted(tmp_path.iterdir()):
        drawn, kept = path.read_text(), (figures.FOLDER / path.name).read_text()
        assert drawn == kept, "run `python docs/figures.py`"
    assert len(list(tmp_path.iterdir())) == len(list(figures.FOLDER.glob("*.svg")))


def _common_paper(pictures: list[Picture]) -> Bounds:
    paper = pictures[0].paper
    for picture in pictures:
        paper = paper.join(picture.paper)
    return paper


def _contrast(one: str, other: str) -> float:
    low, high = sorted(_brightness(colour) for colour in (one, other))
    return (high + 0.05) / (low + 0.05)


def _brightness(colour: str) -> float:
    parts = [int(pair, 16) / 255 for pair in re.findall("[0-9a-f]{2}", colour)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
