"""Bots at tables: one thinks at a time at each, and about what is there now."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from genial.core.game import Game
from genial.server.bots import runner
from genial.server.tables import commands, proposals
from genial.server.tables.decision import Decision
from genial.server.tables.table import Table
from tests.server.inside import Client, House, inside, of_litestar_2
from tests.server.waiting import PATIENCE, let_tasks_run, until

pytestmark = of_litestar_2


class Slow:
    """A bot that thinks until the test lets it move, and notices if it is asked twice at once."""

    def __init__(self) -> None:
        self.may_move, self.asked, self.thoughts = threading.Event(), 0, 0
        self.most = 0  # thoughts at once

    def choose(self, view: Any) -> str:
        self.asked += 1
        self.thoughts += 1
        self.most = max(self.most, self.thoughts)
        self.may_move.wait(PATIENCE)
        self.thoughts -= 1
        return "draw"


async def against_a_bot(house: House, me: Client, level: str = "club") -> str:
    seats = [{"type": "me"}, {"type": "bot", "level": level}]
    told = await me.post("/api/tables", game="tile-challenge", seats=seats)
    name: str = told["table"]
    await me.post(f"/api/tables/{name}/start")
    return name


async def my_turn_ends(house: House, name: str) -> None:
    """Draw until the turn is the bot's, one way or the other."""

    def decide(table: Table, now: float) -> Decision:
        assert table.state is not None
        return commands.move(table, now, 1, "stop" if "stop" in table.state.legal() else "draw")

    while (await house.registry.table(name)).turn == 1:
        await house.registry.update(name, decide)


async def test_a_bot_whose_position_is_taken_back_thinks_again_and_never_twice_at_once(
    places: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    bot, another = Slow(), Slow()
    bots = {"club": bot, "kid": another}
    monkeypatch.setattr(runner, "make", lambda game, level: bots[level])

    async with inside(places, thinkers=2) as house:
        me = await house.guest("Ada")
        name = await against_a_bot(house, me)
        await my_turn_ends(house, name)

        async def is_asked(bot: Slow) -> bool:
            return bot.asked > 0

        await until(lambda: is_asked(bot))
        await house.registry.update(
            name, lambda table, now: proposals.propose(table, now, 1, "undo", "club")
        )
        assert (await house.registry.table(name)).turn == 1
        await my_turn_ends(house, name)
        before = (await house.registry.table(name)).number
        await my_turn_ends(house, await against_a_bot(house, me, "kid"))
        await until(lambda: is_asked(another))  # turns are taken in order: the one before was, too
        assert bot.asked == 1, "one thought at a time"
        bot.may_move.set()
        another.may_move.set()

        async def has_moved() -> bool:
            return (await house.registry.table(name)).number > before

        await until(has_moved)
        assert bot.asked > 1
        assert bot.most == 1


async def test_bots_at_different_tables_think_side_by_side(
    places: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Slow] = []

    def make(game: Game, level: str) -> Slow:
        made.append(Slow())
        return made[-1]

    monkeypatch.setattr(runner, "make", make)

    async with inside(places, thinkers=2) as house:
        me = await house.guest("Ada")
        for _ in range(3):
            name = await against_a_bot(house, me)
            await my_turn_ends(house, name)

        async def two_think() -> bool:
            return sum(bot.thoughts for bot in made) == 2

        async def three_are_to_move() -> bool:
            return house.services.bot_runner.at_work == 3

        await until(two_think)
        await until(three_are_to_move)
        await house.registry.table(name)  # as the third one does before it would think
        await let_tasks_run()
        assert len(made) == 2, "the third waits for a thread, and holds nothing meanwhile"
        made[0].may_move.set()

        async def third_thinks() -> bool:
            return len(made) > 2

        await until(third_thinks)
        for bot in made:
            bot.may_move.set()
