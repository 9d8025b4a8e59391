"""The interface does what its schema says, whatever is asked."""

from __future__ import annotations

import itertools
import json
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

import genial
from genial.cli import main
from tests.games.test_spezial_layouts import layout_data
from tests.server.live import Server

pytestmark = pytest.mark.slow


def no_failure(_: Any, response: Any, __: Any) -> None:
    """Whatever is asked for, nothing breaks; bots and analyses have no time to think."""
    if response.status_code >= 500:
        assert response.status_code == 503, response.text
        assert response.json()["code"] in ("no-adviser", "not-yet"), response.text


CHECKS: list[Any] = [
    no_failure,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
_coin = itertools.cycle([True, True, False])
_addresses = (f"10.{a}.{b}.{c}" for a, b, c in itertools.product(range(3, 250), repeat=3))


class Ada:
    """An account that waits at a table, plays at another and has resigned at a third."""

    def __init__(self, server: Server, name: str, address: str) -> None:
        self.guest = guest = server.guest(name, address=address)
        guest.post("/api/me/password", password="a secret of hers")
        screen = {"type": "screen", "name": "Bob"}
        tables = [guest.open("phoenix", "me", "open")]
        for game in ("ingenious", "tile-challenge"):
            body = {"game": game, "seats": [{"type": "me"}, screen]}
            tables.append(guest.post("/api/tables", **body)["table"])
            guest.post(f"/api/tables/{tables[-1]}/start")
        guest.post(f"/api/tables/{tables[-1]}/wishes", seat=1, wish="resign")
        upload = guest.post("/api/uploads", text=genial.game("phoenix").start(seed=1).record())
        board = guest.post("/api/boards", layout=json.dumps(layout_data()))
        self.real = {
            "kept": itertools.cycle([board["kept"], "none"]),
            "board": itertools.cycle(["rebuilt", "generated-7", "nowhere"]),
            "name": itertools.cycle([*tables, "nowhere"]),
            "account": itertools.cycle([guest.me["account"], "nobody"]),
            "upload": itertools.cycle([upload["upload"], "none"]),
            "number": itertools.cycle([0, 1, 2**40]),
        }

    def rule(self, server: Server) -> None:
        """Become an admin, with another account to look after."""
        me = self.guest.me["account"]
        assert main(["admin", "make-admin", me, "--database", server.database]) == 0
        other = server.guest("Other", address="10.2.0.3")
        other.post("/api/reports", about=me, text="she rules")
        report = self.guest.get("/api/admin/reports")[0]["report"]
        self.real["account"] = itertools.cycle([other.me["account"], "nobody"])
        self.real["report"] = itertools.cycle([report, "none"])

    def ask(self, case: Any) -> None:
        """Ask for something, half of the time for things that are there."""
        for name, values in self.real.items():
            if name in (case.path_parameters or {}) and next(_coin):
                case.path_parameters[name] = next(values)
        headers = {"x-forwarded-for": next(_addresses)}
        cookies = dict(self.guest.http.cookies)
        case.call_and_validate(headers=headers, cookies=cookies, checks=CHECKS)


SOME = settings(
    max_examples=8,
    deadline=None,
    database=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
# They would end the account of the client that asks, or its session.
_LAST = {("DELETE", "/api/me"), ("POST", "/api/me/password"), ("POST", "/api/me/bot")}


def test_every_answer_is_documented(server: Server) -> None:
    ada, admin = Ada(server, "Sue", "10.2.0.1"), Ada(server, "Root", "10.2.0.2")
    admin.rule(server)
    schema = schemathesis.openapi.from_url(f"{server.address}/api/schema/openapi.json")
    failures = []
    for result in schema.get_all_operations():
        operation = result.ok()
        if (operation.method.upper(), operation.path) in _LAST:
            continue
        try:
            for client in (ada, admin) if operation.path.startswith("/api/admin") else (ada,):
                SOME(given(case=operation.as_strategy())(client.ask))()
        except (Exception, BaseExceptionGroup) as error:
            failures.append(f"{operation.method} {operation.path}: {error}")
    assert not failures, "\n\n".join(failures)
    assert "Traceback" not in server.log()


def test_a_refusal_has_a_code_and_a_sentence(server: Server) -> None:
    for method, path, status in (
        ("GET", "/api/tables/nowhere", 404),
        ("POST", "/api/tables", 400),
        ("POST", "/api/daily", 403),
        ("GET", "/api/no/such/thing", 404),
    ):
        answer = httpx.request(
            method, server.address + path, headers={"x-forwarded-for": next(_addresses)}
        )
        assert answer.status_code == status, answer.text
        told = answer.json()
        assert set(told) == {"code", "sentence", "facts"}
        assert told["sentence"]
