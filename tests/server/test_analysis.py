"""Analyses of finished games: done once, continued after a crash, followed by watchers."""

from __future__ import annotations

import contextlib
import random
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import msgspec
import pytest

from genial.bots import Candidate, Thought
from genial.server.analysis.grading import grade, with_outcome
from genial.server.analysis.jobs import Analysis, AnalysisJobs
from genial.server.analysis.review import ReviewThread
from genial.server.analysis.uploads import Uploads
from genial.server.analysis.worker import AnalysisWorker
from genial.server.bots.runner import BotRunner
from genial.server.cluster.bus import connect
from genial.server.compilation import Compilation
from genial.server.storage.store import Store
from genial.server.tables import commands
from genial.server.tables.events import Robot, Terms
from genial.server.tables.registry import TableRegistry
from tests.server.inside import until
from tests.server.live import Server
from tests.server.test_review import finished_game
from tests.server.waiting import eventually

PATIENCE = 240.0  # seconds: analyses have the lowest priority

THOUGHT = Thought(
    move="a",
    candidates=(Candidate("a", 0.7, 80), Candidate("b", 0.6, 40), Candidate("c", 0.9, 2)),
    value=(0.65, 0.35),
)


def test_the_move_played_is_compared_with_the_best() -> None:
    after = (0.2, 0.8)
    assert with_outcome(grade(1, 1, "a", THOUGHT), after).loss == 0
    assert with_outcome(grade(1, 1, "b", THOUGHT), after).loss == pytest.approx(0.1)
    assert with_outcome(grade(1, 1, "c", THOUGHT), after).loss == pytest.approx(0.5), "hardly tried"
    unseen = with_outcome(grade(1, 1, "d", THOUGHT), after)
    assert (unseen.played, unseen.loss, unseen.after) == (0.2, pytest.approx(0.5), after)


class AnalysisParts:
    """The parts of a server that analyses need."""

    def __init__(self, registry: TableRegistry, compilation: Compilation) -> None:
        self.registry, self.compilation = registry, compilation
        uploads = Uploads(registry.store, ReviewThread(), compilation, registry.now)
        self.analyses = AnalysisJobs(registry, uploads)
        self.bot_runner = BotRunner(registry, compilation, 1)

    def worker(self, effort: int = 20) -> AnalysisWorker:
        return AnalysisWorker(self.analyses, self.bot_runner, self.compilation, effort)

    async def finished_game(self, game: str, **options: object) -> str:
        """Play a game between two bots' seats at random; return the table's name."""
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

    async def wait_for_end(self, table: str) -> Analysis:
        """Wait until an analysis is done or has failed, and return it."""

        async def ended() -> Analysis | None:
            analysis = await self.analyses.find(table)
            return analysis if analysis.status in ("done", "failed") else None

        ended_analysis: Analysis = await until(ended, PATIENCE)
        return ended_analysis


@contextlib.asynccontextmanager
async def analysis_parts(places: tuple[str, str]) -> AsyncIterator[AnalysisParts]:
    async with contextlib.AsyncExitStack() as stack:
        store = await Store.open(places[0])
        stack.push_async_callback(store.close)
        bus = await connect(places[1], "test")
        stack.push_async_callback(bus.close)
        compilation = await stack.enter_async_context(Compilation())
        yield AnalysisParts(TableRegistry(store, bus), compilation)


@pytest.mark.parametrize("game", ["ingenious", "phoenix"])
async def test_every_move_of_a_game_is_graded(places: tuple[str, str], game: str) -> None:
    async with analysis_parts(places) as parts:
        table = await parts.finished_game(game)
        state = (await parts.registry.table(table)).state
        assert state is not None
        async with parts.worker():
            asked = await parts.analyses.ask(table)
            assert asked.status in ("queued", "running")
            found = await parts.wait_for_end(table)
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
        assert await parts.analyses.ask(table) == found, "it is done once"


async def test_an_analysis_goes_on_where_a_dead_process_stopped(places: tuple[str, str]) -> None:
    async with analysis_parts(places) as parts:
        table = await parts.finished_game("ingenious")
        async with parts.worker():
            await parts.analyses.ask(table)
            whole = await parts.wait_for_end(table)
        async with parts.registry.store.engine.begin() as connection:
            await connection.exec_driver_sql("DELETE FROM analyses")
        await parts.analyses.ask(table)
        mark = msgspec.structs.replace(whole.findings.moves[0], colours=({"R": -1.0},))
        open_end = msgspec.structs.replace(
            whole.findings.moves[1], after=(), played=None, loss=None
        )
        part = msgspec.structs.replace(whole.findings, moves=(mark, open_end))
        await parts.analyses.save(table, "running", whole.total, part)
        leases = parts.registry.leases
        async with leases.hold(f"analysis/{table}", "the dying"):
            await parts.worker()._analyse_all()
            assert (await parts.analyses.find(table)).done == 2, "another process has the lease"
        async with parts.worker():
            resumed = await parts.wait_for_end(table)
        assert resumed.findings.moves[0] == mark, "it is not graded again"
        assert resumed.findings.moves[1].after == whole.findings.moves[1].after
        assert resumed.findings.moves[2:] == whole.findings.moves[2:]


@pytest.fixture
def quick_server(places: tuple[str, str], tmp_path: Path) -> Iterator[Server]:
    with Server(*places, log=tmp_path / "server.log", analysis_effort=10) as running:
        yield running


def test_watchers_see_the_progress_of_an_analysis(quick_server: Server) -> None:
    ada, bob, table = finished_game(quick_server, "ingenious")
    assert bob.http.get(f"{table}/analysis").json()["status"] == "none"  # and no error
    bob.send("watch", table=table.rpartition("/")[2])
    asked = ada.http.post(f"{table}/analysis")
    assert asked.status_code == 202
    progress = [bob.hear("analysed", seconds=PATIENCE)]
    while progress[-1]["status"] != "done":
        progress.append(bob.hear("analysed", seconds=PATIENCE))
    assert [one["done"] for one in progress] == sorted(one["done"] for one in progress)
    analysis = bob.get(f"{table}/analysis")
    assert analysis["status"] == "done"
    assert len(analysis["findings"]["moves"]) == analysis["total"] == progress[-1]["total"]
    assert analysis["findings"]["moves"][0]["colours"]
    assert "Traceback" not in quick_server.log()

    record = ada.http.get(f"{table}/record").text
    upload = ada.post("/api/uploads", text=record)["upload"]
    path = f"/api/uploads/{upload}/analysis"
    assert ada.http.post(path).status_code == 202
    eventually(lambda: ada.get(path)["status"] == "done", seconds=PATIENCE, pause=0.2)
    assert len(ada.get(path)["findings"]["moves"]) == analysis["total"]
    assert ada.http.delete(f"/api/uploads/{upload}").status_code == 204
    assert ada.http.get(path).status_code == 404
