"""Sharing: pictures, previews, embedded boards and score sheets show what everybody may see."""

from __future__ import annotations

import json
import random
import re
from html import unescape
from html.parser import HTMLParser
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
import pytest
from PIL import Image

import genial
from genial.core.palette import DARK
from genial.server.limits import TooMuch
from genial.server.sharing import pages, pictures
from genial.server.sharing.move_texts import move_text
from genial.server.sharing.pictures import Pictures, Wish
from genial.server.sharing.shared_games import SharedGame
from genial.server.website.host_pages import Language
from tests.cases import random_states, redealt
from tests.server.inside import inside, of_litestar_2
from tests.server.live import Server, any_move
from tests.server.test_hints import two_at_a_table
from tests.server.test_review import finished_game
from tests.server.test_website import needs_client

ORIGIN = "http://genial.example"
CARDS = re.compile(r">([A-Z][0-9]?)</text>")  # the names below the cards of a hand


def name_of(table: str) -> str:
    return table.rpartition("/")[2]


def get(server: Server, path: str, **headers: str) -> httpx.Response:
    """Ask as a stranger."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.get(f"{server.address}{path}", headers=named, timeout=120, verify=False)


class Head(HTMLParser):
    """The title and the meta tags of a page, and every tag there is."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.facts: dict[str, str] = {}
        self.tags: list[str] = []
        self._in_title = False
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        named = dict(attributes)
        self._in_title = tag == "title"
        if tag == "meta":
            key = named.get("property") or named.get("name") or ""
            assert key not in self.facts or key == "theme-color", "a fact is said once"
            self.facts[key] = named.get("content") or ""

    def handle_data(self, data: str) -> None:
        if self._in_title:
            self.facts["title"] = data
            self._in_title = False


# --- pictures


def test_a_finished_game_is_drawn_position_by_position_and_as_a_whole(server: Server) -> None:
    _, _, table = finished_game(server, "phoenix")
    states = genial.replay(get(server, f"{table}/record").text).history
    base = f"/pictures/table/{name_of(table)}"
    svg = get(server, f"{base}.svg?move=3&theme=dark")
    assert svg.text == states[3].picture().svg(DARK)
    assert svg.headers["content-type"].startswith("image/svg+xml")
    assert svg.headers["cache-control"] == "public, max-age=86400"
    assert get(server, f"{base}.svg?move=3&seat=2").text == states[3].picture(2).svg()
    again = get(server, f"{base}.svg?move=3&theme=dark", if_none_match=svg.headers["etag"])
    assert (again.status_code, again.content) == (304, b"")
    for ending in ("png", "gif", "webp"):
        with Image.open(BytesIO(get(server, f"{base}.{ending}").content)) as image:
            assert image.format == ending.upper()
            assert getattr(image, "n_frames", 1) == (1 if ending == "png" else len(states))
    with Image.open(BytesIO(get(server, f"{base}.png?card=true").content)) as image:
        assert image.size == (1200, 630)
    for path, status in (
        (f"{base}.jpg", 404), (f"{base}.svg?move=1000", 404), ("/pictures/table/x7.png", 404),
        ("/pictures/chess/x7.png", 404), ("/pictures/game/chess.png", 404),
        (f"{base}.svg?move=-1", 400), (f"{base}.svg?theme=pink", 400), (f"{base}.svg?seat=3", 400),
    ):  # fmt: skip
        assert get(server, path).status_code == status, path
    assert "Traceback" not in server.log()


def test_a_running_game_is_drawn_as_spectators_see_it(server: Server) -> None:
    ada, _, table = two_at_a_table(server, "phoenix")
    told = ada.get(table)
    ada.post(f"{table}/moves", seat=1, move=any_move(told, 1, random.Random(1)),
             number=told["number"])  # fmt: skip
    base = f"/pictures/table/{name_of(table)}"
    stranger = get(server, f"{base}.svg")
    own = ada.http.get(f"{base}.svg")
    assert own.text == stranger.text, "also for the players: everybody gets the same"
    assert stranger.headers["cache-control"] == "public, max-age=10"
    hand = ada.get(table)["views"]["1"]["hand"]
    assert len(hand) == 5
    assert len(CARDS.findall(genial.game("phoenix").start(seed=1).picture(1).svg())) == 5
    assert CARDS.findall(stranger.text) == [], "no card of a hand is drawn"
    refused = get(server, f"{base}.svg?seat=1")
    assert (refused.status_code, refused.json()["code"]) == (409, "not-over")
    waiting = server.guest("Eve").open("ingenious", "me", "open")
    assert get(server, f"/pictures/table/{name_of(waiting)}.png").json()["code"] == "not-begun"
    assert get(server, "/pictures/game/ingenious.png?card=true").status_code == 200


@pytest.mark.parametrize("name", ["ingenious", "phoenix"])
def test_files_of_running_games_do_not_depend_on_what_is_hidden(name: str) -> None:
    """Deal everything anew that a spectator cannot see: no byte of any file changes."""
    state = [*random_states(name, {"players": 2}, seed=3)][20]
    for ending in ("svg", "png", "gif"):
        for is_card in (False, True):
            wish = Wish(ending, is_card=is_card)
            files = {
                pictures.draw(SharedGame("table", "x", state.game, one, "playing", "1"), wish)
                for one in (state, redealt(state, None))
            }
            assert len(files) == 1


def test_the_daily_challenge_stays_sealed(server: Server) -> None:
    ada = server.kept("Ada")
    table = ada.post("/api/daily")["table"]
    for path in (f"/pictures/table/{table}.png", f"/embed/table/{table}", f"/sheet/table/{table}"):
        assert get(server, path).status_code == 404


async def test_pictures_are_drawn_once_and_not_too_many_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn: list[Wish] = []

    def draw(game: SharedGame, wish: Wish) -> bytes:
        drawn.append(wish)
        return b"x" * 1000

    monkeypatch.setattr(pictures, "draw", draw)
    monkeypatch.setattr(pictures, "_MOST_KEPT", 2500)
    state = genial.game("phoenix").start(seed=1)
    game = SharedGame("table", "x", state.game, state, "playing", "1")
    service = Pictures()
    try:
        for move in (1, 1, 2, 1, 3, 2):
            await service.draw(game, Wish("svg", move))
        assert [wish.move for wish in drawn] == [1, 2, 3, 2], "the one not used longest is dropped"
        monkeypatch.setattr(pictures, "_MOST_WAITING", 0)
        with pytest.raises(TooMuch):
            await service.draw(game, Wish("svg", 9))
        assert await service.draw(game, Wish("svg", 2)) == b"x" * 1000
    finally:
        service.close()


def test_drawing_whole_games_is_limited_by_address(tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path}/genial.db", "", log=tmp_path / "log") as server:
        codes = [get(server, "/pictures/table/x7.gif").status_code for _ in range(12)]
    assert codes.count(404) == 10
    assert codes[-1] == 429


# --- previews


@needs_client
def test_links_have_previews_with_absolute_addresses(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/genial.db"
    with Server(database, "", log=tmp_path / "log", origin=ORIGIN) as server:
        ada = server.guest("Ada \"& O'Neill")
        table = name_of(ada.open("ingenious", "me", "open"))
        page = get(server, f"/table/{table}")
        facts = Head(page.text).facts
        assert facts["og:title"] == "Ada \"& O'Neill invites you to Ingenious"
        assert facts["og:description"] == "No clock. 1 of 2 seats free."
        assert facts["og:url"] == f"{ORIGIN}/table/{table}"
        assert facts["og:image"] == f"{ORIGIN}/pictures/game/ingenious.png?card=true"
        assert facts["twitter:card"] == "summary_large_image"
        assert facts["title"] == "Ada \"& O'Neill invites you to Ingenious · Genial"
        assert not re.search(r"<script(?![^>]* src=)|<style| on\w+=", page.text)
        assert "frame-ancestors 'none'" in page.headers["content-security-policy"]
        german = Head(get(server, f"/table/{table}", accept_language="de").text).facts
        assert german["og:title"] == "Ada \"& O'Neill lädt dich ein: Einfach Genial"
        account = ada.get("/api/me")["account"]
        assert Head(get(server, f"/people/{account}").text).facts["og:title"] == (
            "Ada \"& O'Neill on Genial"
        )
        daily = Head(get(server, "/daily").text).facts
        assert daily["og:title"].startswith("Daily challenge of 20")
        assert daily["og:image"] == f"{ORIGIN}/pictures/game/ingenious.png?card=true"
        plain = get(server, "/").text
        for path in ("/table/x7", "/people/x7", "/review/x7", "/daily/2999-01-01", "/about"):
            assert get(server, path).text == plain, path
        assert "og:title" not in plain
        again = get(server, f"/table/{table}", if_none_match=page.headers["etag"])
        assert again.status_code == 304


@needs_client
def test_previews_follow_the_game_and_tell_nothing_hidden(server: Server) -> None:
    _, _, table = two_at_a_table(server, "phoenix")
    running = Head(get(server, f"/table/{name_of(table)}").text).facts
    assert running["og:description"].endswith("Watch the game. 0 moves.")
    assert "og:image" not in running, "without an origin there is no absolute address"
    _, _, over = finished_game(server, "tile-challenge")
    facts = Head(get(server, f"/review/{name_of(over)}").text).facts
    assert facts["og:title"].startswith("Review: Tile Challenge: ")
    assert re.match(r"\w+ won\. \d+ moves\.|The game was a draw", facts["og:description"])
    upload = server.guest("Eve").post("/api/uploads", text=get(server, f"{over}/record").text)
    record = Head(get(server, f"/record/{upload['upload']}").text).facts
    assert record["og:description"] == facts["og:description"]
    sealed = server.kept("Joe").post("/api/daily")["table"]
    assert "og:title" not in Head(get(server, f"/table/{sealed}").text).facts


@needs_client
@of_litestar_2
async def test_a_page_comes_without_its_preview_where_too_many_are_asked_for(
    tmp_path: Path,
) -> None:
    async with inside((f"sqlite:///{tmp_path}/genial.db", "")) as house:
        ada = await house.guest("Ada")
        seats = [{"type": "me"}, {"type": "open"}]
        table = (await ada.post("/api/tables", game="phoenix", seats=seats))["table"]
        assert "og:title" in (await ada.http.get(f"/table/{table}")).text
        limit = house.services.limits.previews
        while limit.try_use("127.0.0.1"):
            pass
        page = await ada.http.get(f"/table/{table}")
        assert page.status_code == 200
        assert "og:title" not in page.text


# --- embedded boards and score sheets


def test_a_board_can_be_framed_elsewhere_and_nothing_else_can(server: Server) -> None:
    _, _, table = finished_game(server, "phoenix")
    page = get(server, f"/embed/table/{name_of(table)}?move=2&lang=de")
    policy = page.headers["content-security-policy"]
    assert "frame-ancestors *" in policy
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    for path in ("/", f"/sheet/table/{name_of(table)}", f"/pictures/table/{name_of(table)}.svg"):
        assert "frame-ancestors 'none'" in get(server, path).headers["content-security-policy"]
    assert 'lang="de"' in page.text
    assert not re.search(r"<script(?![^>]* src=)|<style| on\w+=| style=", page.text)
    data = json.loads(unescape(re.findall(r'data-game="([^"]*)"', page.text)[0]))
    states = genial.replay(get(server, f"{table}/record").text).history
    codes = [state.last_move or "" for state in states[1:]]
    assert data["codes"] == codes
    symbols = re.findall(r'<symbol id="(.*?)"', page.text)
    assert set(data["pieces"]) == set(symbols)
    cards = [code.removeprefix("-").partition(":")[0] for code in codes]
    assert len(symbols) == len(set(cards)) == len({*zip(cards, data["pieces"], strict=True)})
    assert [move.partition(": ")[2] for move in data["moves"]] == [
        move_text("phoenix", code, "de") for code in codes
    ]
    for link in re.findall(r'(?:src|href)="(/[^"]*)"', page.text):
        if not link.startswith("/review"):
            assert get(server, unescape(link)).status_code == 200, link
    assert len(page.content) < 30_000
    for path in ("/embed/table/x7", "/embed/game/phoenix", "/embed/table/<b>", "/sheet/table/x7"):
        refused = get(server, path)
        assert refused.status_code == 404
        assert "frame-ancestors 'none'" in refused.headers["content-security-policy"]


@pytest.mark.parametrize("game", genial.games())
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_move_has_words_of_its_own(game: str, language: Language) -> None:
    states = [state for state in random_states(game, {}, seed=3) if not state.over]
    codes = {move for state in states[:40] for move in state.legal()}
    texts = {code: move_text(game, code, language) for code in codes}
    assert len(set(texts.values())) == len(codes)
    assert [code for code, text in texts.items() if text == code] == []


@pytest.mark.parametrize(
    ("game", "move", "english", "german"),
    [
        ("ingenious", "Rh4Gi3", "red, green on h4 and i3", "Rot, Grün auf h4 und i3"),
        ("spezial", "m10m11", "a tile on m10 and m11", "ein Stein auf m10 und m11"),
        ("spezial", "m10m11+O", "a tile on m10 and m11, bonus: orange",
         "ein Stein auf m10 und m11, Bonus: Orange"),
        ("phoenix", "M3:2>5", "Move 3: from place 2 to place 5",
         "Versetzen 3: von Stelle 2 nach Stelle 5"),
        ("phoenix", "S2:4-6", "Switch 2: places 4 and 6", "Austausch 2: Stellen 4 und 6"),
        ("phoenix", "-R", "Rotate, discarded", "Rotation, abgeworfen"),
        ("tile-challenge", "stop", "Stop", "Aufhören"),
    ],
)  # fmt: skip
def test_a_move_is_told_as_tile_card_and_places(
    game: str, move: str, english: str, german: str
) -> None:
    assert [move_text(game, move, language) for language in ("en", "de")] == [english, german]


@pytest.mark.parametrize("move", [None, 2, 9])
def test_an_embedded_board_of_a_long_game_shows_its_first_moves(
    monkeypatch: pytest.MonkeyPatch, move: int | None
) -> None:
    monkeypatch.setattr(pages, "MOST_MOVES", 4)
    state = [*random_states("phoenix", {}, 1)][9]
    game = SharedGame("record", "x", state.game, state, "playing", "1", names=("Ada", "Bob"))
    page = pages.embedded_board(game, "en", move=move, theme=None)
    at = 4 if move is None else min(move, 4)
    assert f'max="4" value="{at}"' in page
    assert len(json.loads(unescape(re.findall(r'data-game="([^"]*)"', page)[0]))["moves"]) == 4


def test_names_are_escaped_on_shared_pages(server: Server) -> None:
    state = genial.game("phoenix").start(seed=1)
    text = state.record(seat_1='<script>alert("1")</script>', seat_2="O'Neill & Sons")
    upload = server.guest("Eve").post("/api/uploads", text=text)["upload"]
    for path in (f"/embed/record/{upload}", f"/sheet/record/{upload}"):
        page = get(server, path).text
        assert "<script>alert" not in page
        assert "&lt;script&gt;" in page
        assert "O'Neill & Sons" not in page


def test_a_score_sheet_lists_every_move_with_its_points(server: Server) -> None:
    _, _, table = finished_game(server, "ingenious")
    states = genial.replay(get(server, f"{table}/record").text).history
    page = get(server, f"/sheet/table/{name_of(table)}?lang=en").text
    rows = re.findall(r"<tr>(.*?)</tr>", page)
    cells = [re.findall(r"<td[^>]*>(.*?)</td>", row) for row in rows]
    final = [row for row in cells if row and row[0] in ("1.", "2.")]
    assert [row[0] for row in final] == sorted(row[0] for row in final)  # the winner first
    assert sorted(sum(map(int, row[2:])) for row in final) == sorted(
        sum(points.values()) for points in states[-1].scores
    )
    moves = [row for row in cells if row and row[0].isdigit()]
    codes = [state.last_move or "" for state in states[1:]]
    drawn, told = zip(*(row[2].split("</svg>") for row in moves), strict=True)
    assert [*told] == [move_text("ingenious", code, "en") for code in codes]
    tiles = [re.sub("[^A-Z]", "", code) for code in codes]
    assert all(("<use" in shown) == bool(tile) for shown, tile in zip(drawn, tiles, strict=True))
    assert len(set(drawn)) == len(set(tiles)), "each kind of tile is drawn once"
    names = [name for shown in drawn for name in re.findall(r'href="#(.*?)"', shown)]
    assert set(names) == set(re.findall(r'<symbol id="(.*?)"', page))
    assert re.findall(r'<td title="(.*?)">', page) == codes
    for row, (before, after) in zip(moves, pairwise(states), strict=True):
        gains: dict[str, Any] = before.explain(after.last_move or "")["gains"]
        assert [int(cell or 0) for cell in row[3:]] == [gains.get(one, 0) for one in "RGBOYP"]
    assert "Score sheet" in page
    assert "Wertungsblatt" in get(server, f"/sheet/table/{name_of(table)}?lang=de").text
