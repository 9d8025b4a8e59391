"""The bus: what is said is heard in every process of a home, and nowhere else."""

from __future__ import annotations

import asyncio

from genial.server.bus import connected
from tests.server.parts import Nats


def test_homes_on_one_nats_server_do_not_hear_each_other(nats_server: Nats) -> None:
    async def run() -> None:
        heard: dict[str, list[bytes]] = {"a": [], "also a": [], "b": []}
        buses = {}
        for name, hearer in heard.items():
            buses[name] = await connected(nats_server.address, name[-1])
            await buses[name].hear("table", hearer.append)
            await buses[name]._client.flush()  # type: ignore[attr-defined]
        await buses["a"].publish("table", b"from a")
        await buses["b"].publish("table", b"from b")
        async with asyncio.timeout(10):
            while not all(heard.values()):
                await asyncio.sleep(0.01)
        for bus in buses.values():
            await bus.close()
        assert heard == {"a": [b"from a"], "also a": [b"from a"], "b": [b"from b"]}

    asyncio.run(run())
