"""Floods from one address: the analyses and hints of all others still get their turn."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest

import genial
from genial.bots import Thought
from genial.core.game import State
from genial.server.analysis.jobs import AnalysisJobs, Findings
from genial.server.analysis.queue import (
    MOST,
    MOST_OF_ACCOUNT,
    MOST_OF_PLACE,
    SHARE,
    QueuedAnalysis,
    QueueFull,
    TooManyWaiting,
    admission,
)
from genial.server.analysis.worker import AnalysisWorker
from genial.server.bots import hints
from genial.server.bots.hints import HintWorker, ask_bot
from genial.server.cluster.bus import LocalBus
from genial.server.compilation import Compilation
from tests.server.inside import Client, House, inside, of_litestar_2
from tests.server.test_analysis import analysis_parts
from tests.server.waiting import let_tasks_run, until

pytestmark = of_litestar_2

GUESTS, RECORDS = 20, 10  # of one address: 200 analyses
PATIENCE = 120.0


# --- the order, by itself


def test_a_second_analysis_of_a_place_or_an_account_lines_up_behind_others() -> None:
    queue = [QueuedAnalysis("x", "eve", "here", 100.0)]
    assert admission(queue, "eve", "there", 101.0).due == 100.0 + SHARE
    assert admission(queue, "mallory", "here", 101.0).due == 100.0 + SHARE
    assert admission(queue, "bob", "there", 101.0).due == 101.0, "before the next of that place"
    assert admission([], "eve", "here", 101.0).due == 101.0


def test_an_account_and_a_place_have_a_limit_and_learn_when_to_try_again() -> None:
    own = [QueuedAnalysis(str(k), "eve", f"place {k}", 0.0) for k in range(MOST_OF_ACCOUNT)]
    near = [QueuedAnalysis(str(k), f"guest {k}", "here", 0.0) for k in range(MOST_OF_PLACE)]
    for queue in (own, near):
        with pytest.raises(TooManyWaiting, match="Try again in") as refused:
            admission(queue, "eve", "here", 1.0)
        assert refused.value.facts["minutes"] >= 1
        assert refused.value.status == 429
        assert admission(queue, "bob", "there", 1.0).due == 1.0


def test_in_a_full_queue_the_last_makes_room_for_one_that_is_due_earlier() -> None:
    places = MOST // MOST_OF_PLACE
    queue = [
        QueuedAnalysis(f"{place} {k}", f"{place} {k // MOST_OF_ACCOUNT}", f"{place}", SHARE * k)
        for place in range(places)
        for k in range(MOST_OF_PLACE)
    ]
    assert len(queue) == MOST
    due, instead_of = admission(queue, "bob", "elsewhere", 5.0)
    assert due == 5.0
    assert instead_of is not None
    assert instead_of.endswith(f" {MOST_OF_PLACE - 1}")
    singles = [QueuedAnalysis(str(k), str(k), str(k), 1.0) for k in range(MOST)]
    with pytest.raises(QueueFull, match="Try again in") as refused:
        admission(singles, "bob", "elsewhere", 5.0)
    assert refused.value.status == 503


# --- the server


async def guest_at(house: House, name: str, address: str) -> Client:
    client = await house.guest(name)
    client.http.headers["x-forwarded-for"] = address
    return client


async def request_analysis(client: Client, seed: int) -> Any:
    """Upload a record and request its analysis; return the answer."""
    text = genial.game("phoenix").start(seed=seed).record()
    upload = (await client.post("/api/uploads", text=text))["upload"]
    return await client.http.post(f"/api/uploads/{upload}/analysis")


async def test_one_address_with_many_guests_does_not_fill_the_queue(
    places: tuple[str, str],
) -> None:
    async with inside(places, proxies=1) as house:
        answers = []
        for guest in range(GUESTS):
            eve = await guest_at(house, f"Eve {guest}", f"2001:db8:0:1::{guest:x}")
            for record in range(RECORDS):
                answers.append(await request_analysis(eve, guest * RECORDS + record))
        taken = sum(answer.status_code == 202 for answer in answers)
        bob = await guest_at(house, "Bob", "2001:db8:0:2::1")
        answer = await request_analysis(bob, 10_000)
        assert answer.status_code == 202, answer.text
        assert taken == MOST_OF_PLACE, "an IPv6 network is one place"
        refused = [answer for answer in answers if answer.status_code != 202]
        assert {answer.status_code for answer in refused} == {429}
        assert {answer.json()["code"] for answer in refused} == {"analyses-waiting"}
        assert all(int(answer.headers["retry-after"]) >= 60 for answer in refused)
        analyses: AnalysisJobs = house.services.analyses
        subject = answer.json()["subject"]
        assert (await analyses.waiting()).index(subject) == 1, "after what was there first"


async def test_an_analysis_that_makes_room_fails_and_can_be_requested_again(
    places: tuple[str, str],
) -> None:
    async def rows(house: House) -> Any:
        async with house.registry.store.engine.connect() as connection:
            return (await connection.exec_driver_sql("SELECT * FROM analyses")).all()

    async with inside(places, proxies=1) as house:
        subjects = []
        for place in range(MOST // MOST_OF_ACCOUNT):
            eve = await guest_at(house, f"Eve {place}", f"10.1.{place}.1")
            for record in range(MOST_OF_ACCOUNT):
                answer = await request_analysis(eve, place * 10 + record)
                assert answer.status_code == 202, answer.text
                subjects.append(answer.json()["subject"])
        bob = await guest_at(house, "Bob", "10.2.0.1")
        assert (await request_analysis(bob, 10_000)).status_code == 202
        analyses: AnalysisJobs = house.services.analyses
        states = [(await analyses.find(subject)).status for subject in subjects]
        assert states.count("failed") == 1
        assert states.count("queued") == MOST - 1
        last = subjects[states.index("failed")]
        upload = last.rpartition(".")[2]
        refused = await eve.http.post(f"/api/uploads/{upload}/analysis")
        assert refused.json()["code"] in ("analyses-full", "analyses-waiting")
        text = str(await rows(house))
        assert "10.1." not in text, "no address is kept"


async def test_an_analysis_requested_meanwhile_is_next_if_it_is_due_first(
    places: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with analysis_parts(places) as parts:
        games = [await parts.finished_game("phoenix") for _ in range(4)]
        mine = await parts.finished_game("phoenix")
        done: list[str] = []
        all_done = asyncio.Event()

        async def grade_moves(
            _: AnalysisWorker, subject: str, state: State, found: Findings
        ) -> None:
            if not done:
                await parts.analyses.ask(mine, account="bob", place="there")
            done.append(subject)
            await parts.analyses.save(subject, "done", 0, Findings())
            if len(done) == len(games) + 1:
                all_done.set()

        monkeypatch.setattr(AnalysisWorker, "_grade_moves", grade_moves)
        for game in games:
            await parts.analyses.ask(game, account="eve", place="here")
        async with parts.worker(), asyncio.timeout(PATIENCE):
            await all_done.wait()
        assert done == [games[0], mine, *games[1:]]


async def test_many_hints_for_one_place_do_not_delay_other_places(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    answered: list[str] = []
    view = genial.game("phoenix").start(seed=1).view_struct(1)
    have_all_asked = threading.Event()

    def answer(request: hints.HintJob) -> Thought:
        answered.append(request.place)
        have_all_asked.wait(PATIENCE)
        return Thought(move="", candidates=(), value=())

    monkeypatch.setattr(hints, "_answer", answer)
    monkeypatch.setattr(hints, "_PATIENCE", PATIENCE)

    bus, compilation = LocalBus(), Compilation()
    compilation._mark_ready(("phoenix", "bots"))

    def hint(place: str) -> Any:
        return ask_bot(bus, view, place=place)

    async with HintWorker(bus, compilation, 1):
        flood = [asyncio.create_task(hint("here")) for _ in range(30)]

        async def has_begun() -> bool:
            return bool(answered)

        await until(has_begun)
        other = asyncio.create_task(hint("there"))
        await let_tasks_run()
        have_all_asked.set()
        await other
        before = answered.index("there")
        await asyncio.gather(*flood)
    assert before <= 3, answered
