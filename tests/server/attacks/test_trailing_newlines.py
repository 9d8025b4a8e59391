"""A newline at the end of a text that looks right: refused before anything is stored."""

from __future__ import annotations

import msgspec
import pytest

from genial.server.live import protocol
from tests.server.inside import House, inside, of_litestar_2

pytestmark = of_litestar_2


async def test_a_nonce_that_is_a_newline_is_refused_and_the_table_starts(
    places: tuple[str, str],
) -> None:
    async def attack(house: House) -> None:
        ada, eve = await house.guest("Ada"), await house.guest("Eve")
        seats = [{"type": "me"}, {"type": "open"}]
        table = (await ada.post("/api/tables", game="phoenix", seats=seats))["table"]
        seat = f"/api/tables/{table}/seats/2"
        for nonce in ("\n", "00" * 32 + "\n", " ", "0" * 63 + "\n"):
            assert await eve.refused("POST", seat, nonce=nonce) == "bad-request"
        watch = msgspec.json.encode({"type": "watch", "table": table + "\n"})
        with pytest.raises(msgspec.ValidationError):
            protocol.decode(watch)
        await eve.post(seat, nonce="00" * 32)
        assert (await ada.post(f"/api/tables/{table}/start"))["phase"] == "playing"

    async with inside(places) as house:
        await attack(house)
