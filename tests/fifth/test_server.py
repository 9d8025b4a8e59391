"""The fifth game on a real server: a table with a bot, played over the API and a socket."""

from __future__ import annotations

from pathlib import Path

import genial
from tests.server.live import Server
from tests.server.test_live import play


def test_a_game_against_a_bot_is_played_to_its_end(tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path}/genial.db", "", log=tmp_path / "log") as server:
        guest = server.guest("Ada")
        about = next(game for game in guest.get("/api/games") if game["name"] == "pairs")
        assert about["players"] == [2]
        assert about["hidden"] is True
        assert about["levels"] == ["novice", "club", "genius"]
        table = guest.open("pairs", "me", "club")
        guest.post(f"/api/tables/{table}/start")
        last = play(table, {1: guest})
        assert last[1]["phase"] == "over"
        record = guest.http.get(f"/api/tables/{table}/record").text
        state = genial.verify(record)[0]
        assert state.over
        assert state.move_count == 18
        shown = guest.get(f"/api/tables/{table}/positions/5")
        assert shown["move"] == state.history[5].last_move
