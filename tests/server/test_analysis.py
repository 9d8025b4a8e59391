"""Analyses of finished games: worked out once, taken over from who died, told to watchers."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import msgspec
import pytest

from genial.bots import Candidate, Thought
from genial.server.analysis.grading import judged, settled
from genial.server.analysis.jobs import Analysis, AnalysisJobs
from genial.server.analysis.review import Desk
from genial.server.analysis.uploads import Uploads
from genial.server.analysis.worker import AnalysisWorker
from genial.server.bots.runner import BotRunner
from genial.server.cluster.bus import connect
from genial.server.compilation import Compilation
from genial.server.storage.store import Store
from genial.server.tables import commands
from genial.server.tables.events import Robot, Terms
from genial.server.tables.registry import TableRegistry
from tests.server.live import Server
from tests.server.test_review import finished_game

PATIENCE = 240.0  # seconds: analyses step back behind everything else

THOUGHT = Thought(
    move="a",
    candidates=(Candidate("a", 0.7, 80), Candidate("b", 0.6, 40), Candidate("c", 0.9, 2)),
    value=(0.65, 0.35),
)


def test_what_was_played_is_compared_with_the_best() -> None:
    after = (0.2, 0.8)
    assert settled(judged(1, 1, "a", THOUGHT), after).loss == 0
    assert settled(judged(1, 1, "b", THOUGHT), after).loss == pytest.approx(0.1)
    assert settled(judged(1, 1, "c", THOUGHT), after).loss == pytest.approx(0.5), "hardly tried"
    unseen = settled(judged(1, 1, "d", THOUGHT), after)
    assert (unseen.played, unseen.loss, unseen.after) == (0.2, pytest.approx(0.5), after)


class House:
    """The parts of a server that analyses need."""

    def __init__(self, registry: TableRegistry, compilation: Compilation) -> None:
        self.registry, self.compilation = registry, compilation
        desk = Desk()
        self.analyses = AnalysisJobs(
            registry, Uploads(registry.store, desk, compilation, registry.now)
        )
        self.thinkers = BotRunner(registry, compilation, 1)

    def analysts(self, effort: int = 20) -> AnalysisWorker:
        return AnalysisWorker(self.analyses, self.thinkers, self.compilation, effort)

    async def finished_game(self, game: str, **options: object) -> str:
        """A table where bots' seats have played at random."""
        rng = random.Random(5)
        terms = Terms(game=game, options={"players": 2, **options})
        table = await self.registry.open(terms, "host", [Robot("kid"), Robot("kid")])
        decision = await self.registry.update(
            table.name, lambda at, now: commands.start(at, now, "host")
        )
        table = decision.after
        while table.phase == "playing":
            assert table.state is not None
            move = rng.choice(table.state.legal())
            decision = await self.registry.update(
                table.name, lambda at, now, move=move: commands.move(at, now, at.turn or 0, move)
            )
            table = decision.after
        return table.name

    async def done(self, table: str) -> Analysis:
        async with asyncio.timeout(PATIENCE):
            while True:
                analysis = await self.analyses.find(table)
                if analysis.status in ("done", "failed"):
                    return analysis
                await asyncio.sleep(0.05)


@contextlib.asynccontextmanager
async def house(places: tuple[str, str]) -> AsyncIterator[House]:
    async with contextlib.AsyncExitStack() as stack:
        store = await Store.open(places[0])
        stack.push_async_callback(store.close)
        bus = await connect(places[1], "test")
        stack.push_async_callback(bus.close)
        compilation = await stack.enter_async_context(Compilation())
        yield House(TableRegistry(store, bus), compilation)


@pytest.mark.parametrize("game", ["ingenious", "phoenix"])
async def test_every_move_of_a_game_is_judged(places: tuple[str, str], game: str) -> None:
    async with house(places) as there:
        table = await there.finished_game(game)
        state = (await there.registry.table(table)).state
        assert state is not None
        async with there.analysts():
            asked = await there.analyses.ask(table)
            assert asked.status in ("queued", "running")
            found = await there.done(table)
        moves = [line.split()[1] for line in state.log if not line.startswith("*")]
        assert found.status == "done"
        assert found.done == found.total == len(moves)
        assert [one.move for one in found.findings.moves] == moves
        for one, following in zip(found.findings.moves, found.findings.moves[1:], strict=False):
            assert one.loss is not None
            assert 0 <= one.loss <= 1
            assert one.after == following.value
            assert one.best
        assert found.findings.moves[-1].after == state.utilities
        assert await there.analyses.ask(table) == found, "it is worked out once"


async def test_an_analysis_goes_on_where_a_dead_process_stopped(places: tuple[str, str]) -> None:
    async with house(places) as there:
        table = await there.finished_game("ingenious")
        async with there.analysts():
            await there.analyses.ask(table)
            whole = await there.done(table)
        async with there.registry.store.engine.begin() as connection:
            await connection.exec_driver_sql("DELETE FROM analyses")
        await there.analyses.ask(table)
        mark = msgspec.structs.replace(whole.findings.moves[0], colours=({"R": -1.0},))
        open_end = msgspec.structs.replace(
            whole.findings.moves[1], after=(), played=None, loss=None
        )
        part = msgspec.structs.replace(whole.findings, moves=(mark, open_end))
        await there.analyses.save(table, "running", whole.total, part)
        leases = there.registry.leases
        async with leases.hold(f"analysis/{table}", "the dying"), there.analysts():
            await asyncio.sleep(0.5)
            assert (await there.analyses.find(table)).done == 2, "somebody else is at it"
        async with there.analysts():
            resumed = await there.done(table)
        assert resumed.findings.moves[0] == mark, "was not looked at again"
        assert resumed.findings.moves[1].after == whole.findings.moves[1].after
        assert resumed.findings.moves[2:] == whole.findings.moves[2:]


@pytest.fixture
def quick_server(places: tuple[str, str], tmp_path: Path) -> Iterator[Server]:
    with Server(*places, log=tmp_path / "server.log", analysis_effort=10) as running:
        yield running


def test_watchers_are_told_how_far_an_analysis_is(quick_server: Server) -> None:
    ada, bob, table = finished_game(quick_server, "ingenious")
    assert bob.http.get(f"{table}/analysis").json()["code"] == "no-analysis"
    bob.send("watch", table=table.rpartition("/")[2])
    asked = ada.http.post(f"{table}/analysis")
    assert asked.status_code == 202
    told = [bob.hear("analysed", seconds=PATIENCE)]
    while told[-1]["status"] != "done":
        told.append(bob.hear("analysed", seconds=PATIENCE))
    assert [one["done"] for one in told] == sorted(one["done"] for one in told)
    analysis = bob.get(f"{table}/analysis")
    assert analysis["status"] == "done"
    assert len(analysis["findings"]["moves"]) == analysis["total"] == told[-1]["total"]
    assert analysis["findings"]["moves"][0]["colours"]
    assert "Traceback" not in quick_server.log()

    record = ada.http.get(f"{table}/record").text
    upload = ada.post("/api/uploads", text=record)["upload"]
    path = f"/api/uploads/{upload}/analysis"
    assert ada.http.post(path).status_code == 202
    end = time.monotonic() + PATIENCE
    while ada.get(path)["status"] != "done":
        assert time.monotonic() < end
        time.sleep(0.2)
    assert len(ada.get(path)["findings"]["moves"]) == analysis["total"]
    assert ada.http.delete(f"/api/uploads/{upload}").status_code == 204
    assert ada.http.get(path).status_code == 404
