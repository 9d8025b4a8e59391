"""The bus: what is said is heard in every process of a home, and nowhere else."""

from __future__ import annotations

import asyncio

from genial.server.cluster.bus import connect
from tests.server.parts import Nats, hanging, nats
from tests.server.waiting import until


async def test_homes_on_one_nats_server_do_not_hear_each_other(nats_server: Nats) -> None:
    heard: dict[str, list[bytes]] = {"a": [], "also a": [], "b": []}
    buses = {}
    for name, hearer in heard.items():
        buses[name] = await connect(nats_server.address, name[-1])
        await buses[name].hear("table", hearer.append)
        await buses[name]._client.flush()  # type: ignore[attr-defined]
    await buses["a"].publish("table", b"from a")
    await buses["b"].publish("table", b"from b")

    async def have_all_heard() -> bool:
        return all(heard.values())

    await until(have_all_heard, what="a message is lost")
    for bus in buses.values():
        await bus.close()
    assert heard == {"a": [b"from a"], "also a": [b"from a"], "b": [b"from b"]}


def test_publishing_never_waits_for_a_server_that_hangs_and_keeps_little() -> None:
    async def run(server: Nats) -> None:
        near, far = [await connect(server.address, "a") for _ in range(2)]
        heard: list[bytes] = []
        await far.hear("table", heard.append)
        await far._client.flush()  # type: ignore[attr-defined]
        body = bytes(64 * 1024)
        try:
            with hanging(server.pid):
                async with asyncio.timeout(30):
                    for _ in range(400):  # 25 MB: more than any buffer on the way
                        await near.publish("table", body)
                    for k in range(2000):
                        await near.hear(f"other.{k}", heard.append)
                kept = near._client.pending_data_size  # type: ignore[attr-defined]
                assert kept <= 4 * 2**20

            async def is_heard_again() -> bool:
                await near.publish("table", b"again")
                return b"again" in heard

            await until(is_heard_again, what="the bus does not recover")
        finally:
            await asyncio.gather(near.close(), far.close())

    with nats() as server:
        asyncio.run(run(server))
