"""Logging in: with what an account is entered, and what is refused."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from genial.server.limits import Limit
from tests.server.inside import House, inside, of_litestar_2
from tests.server.live import Guest, Server

PASSWORD = "correct horse"


def keep(guest: Guest, password: str = PASSWORD) -> None:
    guest.post("/api/me/password", password=password)


@contextlib.contextmanager
def program(server: Server, guest: Guest) -> Iterator[httpx.Client]:
    """A program with an account's token."""
    secret = guest.post("/api/me/tokens", label="x")["secret"]
    headers = {"Authorization": f"Bearer {secret}", **guest._headers}
    with httpx.Client(base_url=server.address, headers=headers, timeout=60, verify=False) as client:
        yield client


def refused(client: httpx.Client, method: str, path: str, **body: object) -> tuple[int, str]:
    answer = client.request(method, path, json=body or None)
    return answer.status_code, answer.json()["code"]


def socket_of(server: Server, headers: dict[str, str]) -> ClientConnection:
    address = f"ws://127.0.0.1:{server.port}/api/live/v1"
    return connect(address, additional_headers=headers, compression=None, close_timeout=1)


def closed_with(socket: ClientConnection) -> int | None:
    """The code with which the server closes a socket, whatever it says before."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            socket.recv(30)
    return socket.close_code


def test_a_token_cannot_take_over_the_account(server: Server) -> None:
    ada, guest = server.guest("Irma"), server.guest("Guest")
    keep(ada)
    for owner in (ada, guest):
        with program(server, owner) as client:
            for method, path, body in (
                ("POST", "/api/me/password", {"password": "of the thief", "old": PASSWORD}),
                ("POST", "/api/me/codes", {"password": PASSWORD}),
                ("PATCH", "/api/me", {"name": "Thief"}),
                ("GET", "/api/me/export", {}),
                ("GET", "/api/me/tokens", {}),
                ("POST", "/api/me/tokens", {"label": "more"}),
                ("POST", "/api/me/mail", {"address": "thief@club.example"}),
                ("GET", "/api/me/mail", {}),
                ("POST", "/api/me/bot", {}),
                ("GET", "/api/admin/people", {}),
                ("DELETE", "/api/me", {}),
            ):
                assert refused(client, method, path, **body) == (403, "nobody"), path
                assert "set-cookie" not in client.request(method, path, json=body).headers
            assert client.get("/api/me").json()["name"] == owner.name, "it can play"


def test_new_recovery_codes_need_the_password(server: Server) -> None:
    ada = server.guest("Juno")
    assert refused(ada.http, "POST", "/api/me/codes", password=PASSWORD) == (403, "not-kept")
    keep(ada)
    assert refused(ada.http, "POST", "/api/me/codes", password="a guess") == (
        403,
        "wrong-password",
    )
    assert len(set(ada.post("/api/me/codes", password=PASSWORD)["codes"])) == 8


def test_a_recovery_code_opens_the_account_once_and_makes_all_else_void(server: Server) -> None:
    ada, later = server.guest("Kora"), server.guest("Later")
    keep(ada)
    old, codes = (ada.post("/api/me/codes", password=PASSWORD)["codes"] for _ in range(2))
    with program(server, ada) as client:
        recover = {"name": "KORA", "password": "another horse"}
        for code in ("nonsense", old[0]):
            assert refused(later.http, "POST", "/api/recover", code=code, **recover) == (
                403,
                "wrong-code",
            )
        assert client.get("/api/me").status_code == 200
        told = later.post("/api/recover", code=f" {codes[3].upper()} ", **recover)
        assert told["account"] == ada.me["account"]
        assert later.get("/api/me")["name"] == "Kora"
        assert ada.get("/api/me") is None, "other devices are logged out"
        assert client.get("/api/me").status_code == 401, "and programs"
    again = server.guest("Again")
    assert refused(again.http, "POST", "/api/recover", code=codes[3], **recover)[1] == "wrong-code"
    assert refused(again.http, "POST", "/api/login", name="Kora", password=PASSWORD)[0] == 403
    assert again.post("/api/login", name="Kora", password="another horse")["name"] == "Kora"


def test_a_wrong_name_and_a_wrong_password_are_refused_alike(server: Server) -> None:
    ada, eve = server.guest("Lena"), server.guest("Eve")
    keep(ada)
    told = [
        eve.http.post("/api/login", json={"name": name, "password": password})
        for name, password in (("Lena", "a guess of hers"), ("No such name", PASSWORD))
    ]
    assert [answer.status_code for answer in told] == [403, 403]
    assert told[0].content == told[1].content
    assert all("set-cookie" not in answer.headers for answer in told)
    assert eve.post("/api/login", name=" lena ", password=PASSWORD)["account"] == ada.me["account"]


def test_a_changed_password_logs_other_devices_out_and_closes_their_sockets(
    server: Server,
) -> None:
    ada, phone = server.guest("Mona"), server.guest("Phone")
    keep(ada)
    phone.post("/api/login", name="Mona", password=PASSWORD)
    phone.send("ping")
    phone.hear("pong")
    with (
        program(server, ada) as client,
        socket_of(server, {"Authorization": client.headers["authorization"]}) as seat,
    ):
        wrong = {"password": "of the thief", "old": "a guess"}
        assert refused(phone.http, "POST", "/api/me/password", **wrong) == (403, "wrong-password")
        ada.post("/api/me/password", password="another horse", old=PASSWORD)
        assert closed_with(phone.socket) == 4401
        assert phone.get("/api/me") is None
        assert ada.get("/api/me")["name"] == "Mona"
        seat.send('{"type":"ping"}')
        assert "pong" in str(seat.recv(30)), "tokens stay valid"
        (token,) = ada.get("/api/me/tokens")
        assert ada.http.delete(f"/api/me/tokens/{token['token']}").status_code == 204
        assert closed_with(seat) == 4401, "until they are revoked"


def test_a_changed_password_ends_tokens_if_that_is_wished(server: Server) -> None:
    ada = server.guest("Nina")
    keep(ada)
    with (
        program(server, ada) as client,
        socket_of(server, {"Authorization": client.headers["authorization"]}) as seat,
    ):
        wrong = {"password": "another horse", "old": "a guess", "end_tokens": True}
        assert refused(ada.http, "POST", "/api/me/password", **wrong) == (403, "wrong-password")
        assert client.get("/api/me").status_code == 200, "nothing was changed"
        ada.post("/api/me/password", password="another horse", old=PASSWORD, end_tokens=True)
        assert client.get("/api/me").status_code == 401
        assert closed_with(seat) == 4401
        assert ada.get("/api/me/tokens") == []


def test_a_copied_cookie_is_void_after_the_log_out(server: Server) -> None:
    ada, phone, thief = server.guest("Olga"), server.guest("Phone"), server.guest("Thief")
    keep(ada)
    phone.post("/api/login", name="Olga", password=PASSWORD)
    thief.http.cookies.clear()
    thief.http.cookies.update(ada.http.cookies)
    assert thief.get("/api/me")["name"] == "Olga"
    thief.send("ping")
    thief.hear("pong")
    ada.post("/api/logout")
    assert ada.get("/api/me") is None
    assert thief.get("/api/me") is None
    assert closed_with(thief.socket) == 4401, "and its sockets are closed"
    assert phone.get("/api/me")["name"] == "Olga", "other devices stay logged in"
    phone.send("ping")
    phone.hear("pong")
    ada.post("/api/logout")  # once more does no harm
    ada.post("/api/login", name="Olga", password=PASSWORD)
    assert ada.get("/api/me")["name"] == "Olga"
    assert "Traceback" not in server.log()


@of_litestar_2
async def test_cookies_of_older_servers_are_still_known_and_can_be_ended(tmp_path: Path) -> None:
    async with inside((f"sqlite:///{tmp_path}/x.db", "")) as house:
        ada = await house.guest("Ada")
        accounts = house.services.accounts
        told = f"{ada.account}.0.{int(house.clock())}"
        cookie = f"{told}.{accounts._signature(told)}"
        assert (await accounts.find_by_cookie(cookie)).name == "Ada"
        await accounts.end_session(cookie)
        assert await accounts.find_by_cookie(cookie) is None
        assert (await ada.get("/api/me"))["name"] == "Ada", "the other one is another session"


@pytest.mark.parametrize("origin", ["", "https://genial.example"])
def test_no_script_and_no_other_site_gets_the_cookie(origin: str, tmp_path: Path) -> None:
    more = {"origin": origin} if origin else {}
    with Server(f"sqlite:///{tmp_path}/x.db", "", log=tmp_path / "log", **more) as server:
        answer = httpx.post(f"{server.address}/api/guests", json={"name": "Ada"})
        flags = {part.strip().lower() for part in answer.headers["set-cookie"].split(";")[1:]}
        assert {"httponly", "samesite=lax", "path=/", f"max-age={400 * 86400}"} <= flags
        assert ("secure" in flags) == bool(origin)


def test_other_sites_pages_change_nothing_and_hear_nothing(server: Server) -> None:
    ada = server.guest("Ada")
    cookie = f"genial={ada.http.cookies['genial']}"
    for origin in ("https://evil.example", "http://[", "null", f"http://127.0.0.1:{server.port}9"):
        headers = {"origin": origin}
        answer = ada.http.post("/api/guests", json={"name": "Eve"}, headers=headers)
        assert answer.status_code == 403, origin
        assert ada.http.delete("/api/me", headers=headers).status_code == 403
        assert ada.http.get("/api/me", headers=headers).json()["name"] == "Ada"
        told = {"Origin": origin, "Cookie": cookie, **ada._headers}
        with socket_of(server, told) as socket:
            assert closed_with(socket) == 4403
    own = {"origin": server.address}
    assert ada.http.patch("/api/me", json={"name": "Bea"}, headers=own).status_code == 200
    with socket_of(server, {"Origin": server.address, **ada._headers}) as socket:
        socket.send('{"type":"ping"}')
        assert "pong" in str(socket.recv(30))
    assert "Traceback" not in server.log()


def test_a_large_body_is_refused(server: Server) -> None:
    ada = server.guest("Ada")
    answer = ada.http.put("/api/me/settings", content=b'"' + b"x" * 300 * 1024 + b'"')
    assert answer.status_code == 413


def test_texts_that_no_database_can_store_are_refused(server: Server) -> None:
    ada = server.guest("Ada")
    for method, path, body in (
        ("POST", "/api/guests", {"name": "A\0da"}),
        ("POST", "/api/login", {"name": "A\0da", "password": PASSWORD}),
        ("POST", "/api/recover", {"name": "A\0da", "code": "x", "password": PASSWORD}),
        ("POST", "/api/me/tokens", {"label": "a\0b"}),
        ("POST", "/api/uploads", {"text": "game: x\0"}),
        ("GET", "/api/tables?phase=waiting&cursor=%00", {}),
    ):
        answer = ada.http.request(method, path, json=body or None)
        assert answer.status_code == 400, (path, answer.text)


def test_a_client_that_asks_for_too_much_has_to_wait_and_others_need_not(server: Server) -> None:
    eve, other = server.guest("Eve"), server.guest("Patient")
    keep(other)

    def limited(path: str, tries: int, **body: object) -> bool:
        answers = [eve.http.post(path, json=body) for _ in range(tries)]
        last = answers[-1]
        return last.status_code == 429 and last.json()["code"] == "too-much"

    assert limited("/api/guests", 25, name="Crowd")
    assert limited("/api/login", 13, name="Patient", password="a guess")
    assert other.post("/api/login", name="Patient", password=PASSWORD), "other addresses are let in"


@of_litestar_2
async def test_requests_and_new_sockets_of_an_address_are_counted_together(tmp_path: Path) -> None:
    requests = Limit(4, 0)  # the first one creates the guest
    async with inside((f"sqlite:///{tmp_path}/x.db", ""), requests=requests) as house:
        ada = await house.guest("Ada")
        bad = {"origin": "http://["}
        assert (await ada.http.post("/api/guests", json={}, headers=bad)).status_code == 403
        assert (await ada.http.get("/api/me")).status_code == 200
        assert await knock(house, b"127.0.0.1") is None
        assert await knock(house, b"127.0.0.1") == 4029
        answer = await ada.http.post("/api/guests", json={}, headers=bad)
        assert (answer.status_code, answer.json()["code"]) == (429, "too-much")
        assert await knock(house, b"127.0.0.2") is None, "others are not"


async def knock(house: House, address: bytes) -> int | None:
    """The code with which a new socket is closed; none: it stays open until it hangs up."""
    scope = {
        "type": "websocket", "path": "/api/live/v1", "raw_path": b"/api/live/v1", "headers": [],
        "query_string": b"", "client": (address.decode(), 1), "server": ("genial", 80),
        "scheme": "ws", "subprotocols": [], "state": {}, "asgi": {"version": "3.0"},
    }  # fmt: skip
    coming = iter([{"type": "websocket.connect"}, {"type": "websocket.disconnect", "code": 1000}])
    sent: list[Any] = []

    async def receive() -> Any:
        return next(coming)

    async def send(message: Any) -> None:
        sent.append(message)

    await house.app(scope, receive, send)  # type: ignore[arg-type]
    codes = [one["code"] for one in sent if one["type"] == "websocket.close"]
    return codes[0] if codes else None


def test_a_message_too_many_is_refused_by_its_own_name(server: Server) -> None:
    eve = server.guest("Eve")
    with contextlib.suppress(ConnectionClosed):
        for k in range(2000):
            eve.send("ping", command=f"c{k}")
    heard = []
    with contextlib.suppress(ConnectionClosed):
        while True:
            heard.append(eve.hear("pong", "refused"))
    assert eve.socket.close_code == 4029
    answered = [told for told in heard if told["type"] == "refused"]
    assert {told["code"] for told in answered} == {"too-much"}
    assert [told["command"] for told in heard] == [f"c{k}" for k in range(len(heard))]
