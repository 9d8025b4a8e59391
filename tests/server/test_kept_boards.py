"""Boards of Genial Spezial that accounts keep, and the check that the editor asks for."""

from __future__ import annotations

import json
from typing import Any

import httpx

from genial.games.spezial import layouts
from genial.games.spezial.layout_check import MOST_BYTES
from genial.server.accounts.boards import MOST
from tests.games.test_spezial_layouts import changed, layout_data
from tests.server.inside import Client, inside, of_litestar_2

pytestmark = of_litestar_2


def board(name: str = "mine", **more: Any) -> str:
    """A good board as JSON text."""
    return json.dumps({**layout_data(), "name": name, **more})


async def refusal(client: Client, method: str, path: str, **body: Any) -> tuple[int, str]:
    answer: httpx.Response = await client.http.request(method, path, json=body or None)
    told = answer.json()
    assert "\n" not in told["sentence"]
    return answer.status_code, told["code"]


async def test_a_board_is_kept_found_changed_and_deleted(places: tuple[str, str]) -> None:
    async with inside(places) as house:
        ada = await house.guest("Ada")
        assert await ada.get("/api/boards") == []
        first = await ada.post("/api/boards", layout=board("first"))
        assert first["board"] == layouts.custom_layout(board("first")).board
        assert first["layout"] == layouts.custom_layout(board("first")).text
        house.clock.at += 10
        second = await ada.post("/api/boards", layout=board("second"))
        assert [one["kept"] for one in await ada.get("/api/boards")] == [
            second["kept"], first["kept"],
        ]  # fmt: skip
        house.clock.at += 10
        path = f"/api/boards/{first['kept']}"
        answer = await ada.http.put(path, json={"layout": board("third")})
        assert answer.json()["kept"] == first["kept"]
        assert (await ada.get(path))["board"].startswith("third@")
        assert [one["kept"] for one in await ada.get("/api/boards")] == [
            first["kept"], second["kept"],
        ]  # fmt: skip
        await ada.delete(path)
        assert await refusal(ada, "GET", path) == (404, "no-such-board")
        assert await refusal(ada, "DELETE", path) == (404, "no-such-board")
        assert [one["kept"] for one in await ada.get("/api/boards")] == [second["kept"]]


async def test_a_board_is_kept_once_with_its_last_note(places: tuple[str, str]) -> None:
    async with inside(places) as house:
        ada = await house.guest("Ada")
        first = await ada.post("/api/boards", layout=board(note="old"))
        other = await ada.post("/api/boards", layout=board("other"))
        again = await ada.post("/api/boards", layout=board(note="new"))
        assert again["kept"] == first["kept"]
        assert len(await ada.get("/api/boards")) == 2
        assert '"note":"new"' in (await ada.get(f"/api/boards/{first['kept']}"))["layout"]
        answer = await ada.http.put(f"/api/boards/{other['kept']}", json={"layout": board()})
        assert answer.status_code == 200
        (left,) = await ada.get("/api/boards")
        assert left["kept"] == other["kept"], "the changed one replaces the one it equals now"


async def test_boards_of_others_are_not_there(places: tuple[str, str]) -> None:
    async with inside(places) as house:
        ada, bob = await house.guest("Ada"), await house.guest("Bob")
        kept = (await ada.post("/api/boards", layout=board()))["kept"]
        assert await bob.get("/api/boards") == []
        for method in ("GET", "PUT", "DELETE"):
            body = {"layout": board("stolen")} if method == "PUT" else {}
            told = await refusal(bob, method, f"/api/boards/{kept}", **body)
            assert told == (404, "no-such-board")
        assert (await ada.get(f"/api/boards/{kept}"))["board"].startswith("mine@")
        transport = httpx.ASGITransport(house.app)
        async with httpx.AsyncClient(transport=transport, base_url="http://genial") as nameless:
            assert (await nameless.get("/api/boards")).json()["code"] == "nobody"
            assert (await nameless.get("/api/boards/limits")).status_code == 200


async def test_an_account_keeps_a_limited_number_of_boards(places: tuple[str, str]) -> None:
    async with inside(places) as house:
        ada = await house.guest("Ada")
        for k in range(MOST):
            await ada.post("/api/boards", layout=board(f"board-{k}"))
        told = await refusal(ada, "POST", "/api/boards", layout=board("one-more"))
        assert told == (409, "too-many-boards")
        await ada.post("/api/boards", layout=board("board-7", note="still kept"))
        assert len(await ada.get("/api/boards")) == MOST


async def test_only_good_boards_are_kept(places: tuple[str, str]) -> None:
    async with inside(places) as house:
        ada = await house.guest("Ada")
        kept = (await ada.post("/api/boards", layout=board()))["kept"]
        for bad in ("", "{", "[]", "null", '{"name": "x"}', "[" * 5_000, "x" * (MOST_BYTES + 1),
                    "/etc/passwd", "\0", board("rebuilt"), board("Mine"), board(note="\0"),
                    json.dumps({**layout_data(), "fields": []})):  # fmt: skip
            told = await refusal(ada, "POST", "/api/boards", layout=bad)
            assert told == (422, "bad-layout"), bad[:30]
            told = await refusal(ada, "PUT", f"/api/boards/{kept}", layout=bad)
            assert told == (422, "bad-layout"), bad[:30]
        assert await refusal(ada, "POST", "/api/boards", layout=7) == (400, "bad-request")
        assert len(await ada.get("/api/boards")) == 1


async def test_the_check_tells_all_faults_or_the_board(places: tuple[str, str]) -> None:
    async with inside(places) as house:
        ada = await house.guest("Ada")
        good = await ada.post("/api/boards/check", layout=board())
        layout = layouts.custom_layout(board())
        assert good == {"faults": [], "board": layout.board, "layout": layout.text}
        told = await ada.post("/api/boards/check", layout='{"name": "rebuilt", "fields": []}')
        assert (told["board"], told["layout"]) == ("", "")
        codes = [fault["code"] for fault in told["faults"]]
        assert codes[0] == "name-taken"
        assert {"field-count", "digit-count"} < set(codes)
        dark = next(fault for fault in told["faults"] if fault["code"] == "field-count")
        assert dark["facts"] == {"kind": "dark", "expected": 10, "count": 0}
        moved = changed(layout_data(), "m7", digits=[2, 2])
        told = await ada.post("/api/boards/check", layout=json.dumps(moved))
        bad = next(fault for fault in told["faults"] if fault["code"] == "bad-digits")
        assert bad["cells"] == ["m7"]
        (broken,) = (await ada.post("/api/boards/check", layout="{"))["faults"]
        assert broken["code"] == "unreadable"
        assert await ada.get("/api/boards") == [], "a check keeps nothing"


async def test_an_editor_gets_the_counts_and_boards_to_start_from(places: tuple[str, str]) -> None:
    async with inside(places) as house:
        ada = await house.guest("Ada")
        limits = await ada.get("/api/boards/limits")
        kinds = {kind["kind"]: kind for kind in limits["kinds"]}
        assert kinds["dark"] == {
            "kind": "dark", "digits": [2, 3, 4], "fields": 10, "times": [2, 6, 10],
        }  # fmt: skip
        assert (kinds["grey"]["digits"], kinds["grey"]["fields"]) == ([2, 3], 14)
        assert (kinds["bonus"]["digits"], kinds["bonus"]["fields"]) == ([], None)
        assert (limits["most_kept"], limits["rated_board"]) == (MOST, "rebuilt")
        rebuilt = await ada.get("/api/boards/named/rebuilt")
        assert layouts.faults({**rebuilt, "name": "copy"}) == []
        made = await ada.get(f"/api/boards/named/generated-{limits['highest_number']}")
        assert layouts.faults({**made, "name": "copy"}) == []
        for name in ("generated--1", "generated-2147483648", "nowhere", "mine@0123456789ab"):
            told = await refusal(ada, "GET", f"/api/boards/named/{name}")
            assert told == (422, "unknown-board")


async def test_a_kept_board_is_played_with_a_friend(places: tuple[str, str]) -> None:
    async with inside(places) as house:
        ada, bob = await house.guest("Ada"), await house.guest("Bob")
        kept = await ada.post("/api/boards", layout=board())
        table = await house.seated("spezial", ada, bob, options={"layout": kept["layout"]})
        await ada.delete(f"/api/boards/{kept['kept']}")
        await house.move(table)
        told = await bob.get(f"/api/tables/{table}")
        assert told["terms"]["options"]["board"] == kept["board"]
