"""What a host sees of a running server: metrics, and a log without secrets."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import httpx
import pytest

from genial.server.logs import redact, redact_event
from tests.server.live import Server, any_move
from tests.server.waiting import eventually


def metrics_of(server: Server) -> dict[str, float]:
    answer = httpx.get(f"{server.address}/metrics")
    assert answer.status_code == 200
    found = re.findall(r"^(\w+(?:\{[^}]*\})?) (\S+)$", answer.text, re.MULTILINE)
    return {name: float(value) for name, value in found}


def test_metrics_count_what_happens_and_only_this_machine_reads_them(own_server: Server) -> None:
    ada, bob = own_server.guest("Ada"), own_server.guest("Bob")
    table = ada.open("tile-challenge", "me", "kid")
    ada.post(f"/api/tables/{table}/start")
    ada.send("watch", table=table)
    told = ada.hear("situation")
    bob.send("ping")
    bob.hear("pong")
    while told.get("turn") == 1:
        move = any_move(told, 1, random.Random(told["number"]))
        ada.send("play", table=table, seat=1, number=told["number"], move=move)
        told = ada.hear("news", "situation")
    while told.get("turn") == 2:
        told = ada.hear("news", "situation")
    seen = metrics_of(own_server)
    assert seen["genial_sockets"] == 2
    assert seen['genial_tables{phase="playing"}'] == 1
    assert seen['genial_tables{phase="over"}'] == 0
    assert seen["genial_events_total"] == told["number"]
    assert seen["genial_moves_total"] == told["number"] - 2
    assert seen["genial_commit_seconds_count"] == told["number"]
    assert seen['genial_thinking_seconds_count{game="tile-challenge"}'] >= 1
    assert seen['genial_messages_total{direction="in"}'] >= 3
    assert seen['genial_messages_total{direction="out"}'] >= 3
    assert seen['genial_requests_total{method="POST",status="201"}'] >= 3
    assert seen['genial_queue{queue="changes"}'] == 0
    assert seen["genial_loop_lag_seconds_count"] >= 1
    assert httpx.get(f"{own_server.address}/api/nowhere").status_code == 404
    assert metrics_of(own_server)['genial_requests_total{method="GET",status="404"}'] == 1
    for header in ("X-Forwarded-For", "Forwarded", "X-Real-IP"):
        passed_on = httpx.get(f"{own_server.address}/metrics", headers={header: "127.0.0.1"})
        assert passed_on.status_code == 404, "not through a proxy"


def use_secrets(server: Server) -> list[str]:
    """Send secrets of every kind; return them, the name of a table first."""
    ada, bob = server.guest("Ada"), server.guest("Bob")
    old_cookie = ada.http.cookies["genial"]
    ada.post("/api/me/password", password="correct horse")
    codes = ada.post("/api/me/codes", password="correct horse")["codes"]
    made = ada.post("/api/me/tokens", label="x")
    token = {"Authorization": f"Bearer {made['secret']}"}
    ada.http.get("/api/me", headers=token)
    ada.http.get("/api/me", headers={"Authorization": "Bearer genial_wrongwrongwrong"})
    ada.http.post("/api/login", json={"name": "Ada", "password": "battery staple"})
    ada.http.post("/api/login", content=b'{"name": "Ada", "password": "unclosed')
    ada.http.post("/api/recover", json={"name": "Ada", "code": codes[0], "password": "short"})
    ada.http.post("/api/me/mail", json={"address": "ada@secret.example"})
    slow = {"seconds": 86400, "by_turn": True}
    table = ada.open("tile-challenge", "me", "open", listed=False, pace=slow)
    bob.post(f"/api/tables/{table}/seats/2")
    ada.post(f"/api/tables/{table}/start")
    ada.http.get(f"/api/tables/{table}/record?password=in-the-query")
    for page in ("table", "review"):
        ada.http.get(f"/{page}/{table}")
    ada.send("watch", table=table)
    ada.hear("situation")
    ada.send("play", table=table, seat=1, number=0, move="what I typed")
    ada.hear("refused")
    cookies = [ada.http.cookies["genial"], old_cookie, bob.http.cookies["genial"]]
    return [
        table, "correct horse", "battery staple", "unclosed", made["secret"], made["secret"][7:],
        *codes, *cookies, "in-the-query", "hidden-hook", "webhook secret", "mail-password",
        "ada@secret.example", "wrongwrong", "what I typed",
    ]  # fmt: skip


@pytest.mark.parametrize("json_lines", [True, False])
def test_no_secret_is_ever_logged(
    places: tuple[str, str], tmp_path: Path, json_lines: bool
) -> None:
    more = {"log_json": "true"} if json_lines else {}
    with Server(
        *places, log=tmp_path / "log", log_level="debug", metrics="off",
        webhook="http://127.0.0.1:9/hidden-hook", webhook_secret="webhook secret itself",
        mail="smtp://mailer:mail-password@127.0.0.1:9/?from=genial@club.example",
        notify_after=0, **more,
    ) as server:  # fmt: skip
        secrets = use_secrets(server)
        answer = httpx.get(f"{server.address}/health", headers={"x-request-id": "chosen-by-me"})
        name = answer.headers["x-request-id"]
        assert name != "chosen-by-me", "only a proxy names requests"
        assert httpx.get(f"{server.address}/metrics").status_code == 404
        eventually(lambda: "notification not sent" in server.log())
    log = server.log()
    for secret in secrets:
        assert secret not in log, secret
    shortened = json.dumps("…").strip('"') if json_lines else "…"
    assert f"/api/tables/{secrets[0][:4]}{shortened}" in log
    lines = log.splitlines()
    (line,) = [line for line in lines if name in line]
    if json_lines:
        logged = json.loads(line)
        assert (logged["event"], logged["path"], logged["status"]) == ("request", "/health", 200)
        assert all(json.loads(line) for line in lines if line.startswith("{"))
    assert "Traceback" not in log


def test_what_looks_like_a_secret_is_hidden() -> None:
    event = redact_event(
        None, "", {"event": "x", "token": "t", "table": "abcdefgh", "error": "nats://u:p@h:4222"}
    )
    assert event == {"event": "x", "token": "…", "table": "abcd…", "error": "nats://…@h:4222"}
    event = redact_event(
        None, "", {"job": "Qx7dkq02mNvAQx7d/3", "subject": "upload.Qx7dkq02mNvAQx7d"}
    )
    assert event == {"job": "Qx7d…/3", "subject": "upload.Qx7d…"}
    for page in ("/table/", "/review/", "/api/tables/", "/people/", "/api/uploads/"):
        assert redact(f"GET {page}Qx7dkq02mNvAQx7d/x") == f"GET {page}Qx7d…/x"
    assert redact("Cookie: genial=a.0.1.xyz; more") == "Cookie: genial=…; more"
    assert redact("Authorization: Bearer abc") == "Authorization: Bearer …"
