"""Boards of Genial Spezial at tables: the host's own, players' own, and never rated."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import genial
from genial.core.errors import BadOption
from genial.games.spezial import layouts
from genial.server.settings import Settings
from genial.server.tables.default_options import DefaultOptions
from tests.games.test_spezial_layouts import changed, layout_data, written
from tests.server.inside import House, inside, of_litestar_2
from tests.server.waiting import until

pytestmark = of_litestar_2

SEATS = [{"type": "me"}, {"type": "open"}]
CLOCK = {"seconds": 60}


async def spezial(house: House) -> dict[str, Any]:
    """What the server tells about the game."""
    ada = await house.guest("Info")
    told: dict[str, Any] = next(
        game for game in await ada.get("/api/games") if game["name"] == "spezial"
    )
    return told


async def test_a_table_has_the_board_that_its_host_gives_as_json(places: tuple[str, str]) -> None:
    async with inside(places) as house:
        ada, bob = await house.guest("Ada"), await house.guest("Bob")
        data = changed(layout_data(), "m10", cell="m11")
        name = await house.seated("spezial", ada, bob, options={"layout": json.dumps(data)})
        told = await bob.get(f"/api/tables/{name}")
        board = layouts.custom_layout(data)
        assert told["terms"]["options"]["board"] == board.board
        assert told["terms"]["options"]["layout"] == board.text
        await house.play_out(name)
        record = (await bob.http.get(f"/api/tables/{name}/record")).text
        assert f"board: {board.board}\nlayout: {board.text}\n" in record
        listed = await bob.get("/api/tables?phase=over")
        assert listed["tables"][0]["terms"]["options"]["board"] == board.board
        assert "layout" not in listed["tables"][0]["terms"]["options"], "lists stay short"


async def test_a_bad_board_is_refused_in_one_sentence(places: tuple[str, str]) -> None:
    async with inside(places) as house:
        ada = await house.guest("Ada")
        opening = {"game": "spezial", "seats": SEATS}
        for options, code in (
            ({"layout": "{}"}, "bad-layout"),
            ({"layout": "x" * 200_000}, "bad-layout"),
            ({"layout": 7}, "bad-layout"),
            ({"layout": "/etc/passwd"}, "bad-layout"),
            ({"layout": json.dumps(layout_data()), "board": "rebuilt"}, "wrong-layout"),
            ({"board": "generated-x"}, "unknown-board"),
        ):
            assert await ada.refused("POST", "/api/tables", **opening, options=options) == code


async def test_only_the_board_rebuilt_is_rated(places: tuple[str, str]) -> None:
    async with inside(places, spezial_board="generated-5") as house:
        ada = await house.guest("Ada", kept=True)
        opening = {"game": "spezial", "seats": SEATS, "rated": True, "pace": CLOCK}
        wish = {"game": "spezial", "rated": True, "pace": CLOCK}
        for options in ({"board": "generated-5"}, {"layout": json.dumps(layout_data())}):
            for path, asked in (("/api/tables", opening), ("/api/pairing", wish)):
                assert await ada.refused("POST", path, **asked, options=options) == "casual-board"
        told = await ada.post("/api/tables", **opening)
        assert told["terms"]["options"]["board"] == "rebuilt"
        told = await ada.post("/api/tables", **opening, options={"board": "rebuilt"})
        assert told["terms"]["options"]["board"] == "rebuilt"


async def test_the_hosts_board_is_the_default_of_new_tables(
    places: tuple[str, str], tmp_path: Path
) -> None:
    file = written(tmp_path, layout_data())
    board = layouts.custom_layout(file)
    async with inside(places, spezial_board=str(file)) as house:
        info = await spezial(house)
        assert info["options"]["board"] == board.board
        assert info["options"]["layout"] == board.text
        ada = await house.guest("Ada")
        told = await ada.post("/api/tables", game="spezial", seats=SEATS)
        assert told["terms"]["options"]["board"] == board.board
        for other in ("rebuilt", "generated-9"):
            options = {"board": other}
            told = await ada.post("/api/tables", game="spezial", seats=SEATS, options=options)
            assert told["terms"]["options"]["board"] == other
            assert "layout" not in told["terms"]["options"]
        waiting = await ada.post("/api/pairing", game="spezial", pace=CLOCK)
        assert waiting["wish"]["options"]["board"] == board.board
    async with inside(places) as house:
        assert (await spezial(house))["options"]["board"] == "rebuilt"


@pytest.mark.parametrize(
    ("setting", "reason"),
    [
        ("nowhere.json", "cannot read 'nowhere.json'"),
        ("generated-x", "with a number N from 0"),
        ("printed", "generated-N, not 'printed'"),
    ],
)
def test_a_bad_board_stops_the_start_with_one_sentence(setting: str, reason: str) -> None:
    with pytest.raises(BadOption, match=f"the setting spezial_board cannot be '{setting}'") as no:
        DefaultOptions(Settings(spezial_board=setting))
    assert reason in str(no.value)
    assert "\n" not in str(no.value)


async def test_bots_play_on_any_board(places: tuple[str, str]) -> None:
    async with inside(places, thinkers=1) as house:
        await house.services.compilation.wait_for_bots("spezial")
        ada = await house.guest("Ada")
        seats = [{"type": "me"}, {"type": "bot", "level": "kid"}]
        for options in ({"board": "generated-3"}, {"layout": json.dumps(layout_data())}):
            told = await ada.post("/api/tables", game="spezial", seats=seats, options=options)
            name = told["table"]
            await ada.post(f"/api/tables/{name}/start")
            await house.move(name)
            state = (await until_moved(house, name)).state
            assert state is not None
            assert state.move_count >= 2
            assert genial.game("spezial", **told["terms"]["options"]) == state.game


async def until_moved(house: House, name: str) -> Any:
    """The table after the bot's move."""

    async def has_moved() -> bool:
        table = await house.registry.table(name)
        return table.state is not None and table.state.move_count >= 2

    await until(has_moved)
    return await house.registry.table(name)
