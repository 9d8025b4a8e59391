"""The dashboard and the alerts ask for metrics and labels that the server exports."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from genial.server.metrics import Metrics
from genial.server.transport.connections import FULL, FULL_ADDRESS

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "deploy" / "monitoring"
DASHBOARD = json.loads((FOLDER / "grafana.json").read_text())
RULES: list[dict[str, Any]] = [
    rule
    for group in yaml.safe_load((FOLDER / "alerts.yml").read_text())["groups"]
    for rule in group["rules"]
]
PROMETHEUS_OWN = {"up"}
TARGET_LABELS = {"instance", "job", "le"}


def exported() -> dict[str, set[str]]:
    """Return the names that /metrics has, as asked for, with their labels."""
    metrics = Metrics()
    found: dict[str, set[str]] = {}
    for family in metrics._registry.collect():
        match family.type:
            case "counter":
                names = [f"{family.name}_total"]
            case "histogram":
                names = [f"{family.name}_{end}" for end in ("bucket", "count", "sum")]
            case _:
                names = [family.name]
        for name in names:
            found[name] = set()
    for collector in metrics._registry._collector_to_names:
        for name in metrics._registry._collector_to_names[collector]:
            if name in found:
                found[name] |= set(getattr(collector, "_labelnames", ()))
    found["genial_messages_total"] = {"direction"}  # of a collector without labels of its own
    return found


EXPORTED = exported()
WORDS_OF_PROMQL = {
    "sum", "max", "min", "count", "avg", "by", "rate", "increase", "changes", "histogram_quantile",
    "or", "vector",
}  # fmt: skip
TARGETS = [
    (panel["title"], target["expr"])
    for panel in DASHBOARD["panels"]
    for target in panel.get("targets", ())
]
ALERTS = [(rule["alert"], rule["expr"]) for rule in RULES]


def metrics_in(expression: str) -> set[str]:
    """Return the names of metrics in an expression.

    >>> sorted(metrics_in('sum by (x) (rate(a_total{b="c d"}[5m])) / up > 0.5'))
    ['a_total', 'up']
    """
    bare = re.sub(r"\b(?:by|without|on|ignoring)\s*\([^)]*\)", "", expression)
    bare = re.sub(r"\{[^}]*\}|\[[^\]]*\]", "", bare)
    return set(re.findall(r"\b[a-z]\w*", bare)) - WORDS_OF_PROMQL


def labels_in(expression: str) -> set[str]:
    """Return the labels that an expression selects or groups by."""
    grouped = re.findall(r"\bby\s*\(([^)]*)\)", expression)
    selected = re.findall(r"\{([^}]*)\}", expression)
    return {
        *(name.strip() for names in grouped for name in names.split(",")),
        *(name for one in selected for name in re.findall(r"(\w+)\s*(?:=~|!=|!~|=)", one)),
    }


@pytest.mark.parametrize(("name", "expression"), TARGETS + ALERTS)
def test_every_metric_and_label_exists(name: str, expression: str) -> None:
    found = metrics_in(expression)
    assert found
    assert found <= set(EXPORTED) | PROMETHEUS_OWN
    known = set().union(*(EXPORTED.get(one, set()) for one in found)) | TARGET_LABELS
    assert labels_in(expression) <= known


def test_the_choices_of_the_dashboard_are_labels_of_our_metrics() -> None:
    asked = [
        one["query"]["query"] for one in DASHBOARD["templating"]["list"] if "definition" in one
    ]
    for query in asked:
        ((name, label),) = re.findall(r"^label_values\((\w+), (\w+)\)$", query)
        assert name in EXPORTED
        assert label in TARGET_LABELS | EXPORTED[name]
    assert len(asked) == 1


def test_the_names_are_those_of_the_text() -> None:
    text = Metrics().text().decode()
    families = dict(re.findall(r"^# TYPE (\S+) (\w+)$", text, re.M))
    assert {name for name, kind in families.items() if kind != "histogram"} <= set(EXPORTED)
    assert len(EXPORTED) == len(families) + 2 * list(families.values()).count("histogram")
    assert EXPORTED["genial_requests_total"] == {"method", "status"}


def test_the_page_of_settings_lists_every_metric_of_ours_and_the_dashboard_shows_it() -> None:
    ours = {re.sub(r"_(bucket|count|sum)$", "", name) for name in EXPORTED}
    ours = {name for name in ours if name.startswith("genial_")}
    page = (ROOT / "docs" / "settings.md").read_text().split("## Metrics")[1].split("\n## ")[0]
    assert set(re.findall(r"`(genial_\w+)", page)) == ours
    shown = {name for _, expression in TARGETS for name in metrics_in(expression)}
    assert {re.sub(r"_(bucket|count|sum)$", "", name) for name in shown} >= ours


def test_the_values_of_labels_are_those_of_the_server() -> None:
    text = " ".join(expression for _, expression in TARGETS + ALERTS)
    values = dict(re.findall(r'\b(limit|queue|phase|outcome)="(\w+)"', text))
    assert {"limit", "queue", "phase", "outcome"} == set(values)
    assert {FULL.limit, FULL_ADDRESS.limit} >= set(re.findall(r'limit="([^"]+)"', text))
    source = (ROOT / "src/genial/server/api/metrics.py").read_text()
    assert set(re.findall(r'queue="(\w+)"', text)) <= set(re.findall(r'labels\("(\w+)"', source))
    for bucket in re.findall(r'le="([^"]+)"', text):
        assert f'genial_loop_lag_seconds_bucket{{le="{bucket}"}}' in Metrics().text().decode()


def test_every_alert_says_how_bad_it_is_and_what_to_look_at() -> None:
    assert len({rule["alert"] for rule in RULES}) == len(RULES) > 5
    for rule in RULES:
        assert rule["labels"]["severity"] in ("critical", "warning")
        assert set(rule["annotations"]) == {"summary", "description"}
        for text in rule["annotations"].values():
            used = set(re.findall(r"\$labels\.(\w+)", text))
            grouped = set(re.findall(r"\w+", " ".join(re.findall(r"by \(([^)]*)\)", rule["expr"]))))
            assert used <= (grouped or TARGET_LABELS), rule["alert"]


def test_the_dashboard_has_no_panel_over_another() -> None:
    taken: set[tuple[int, int]] = set()
    identifiers = [panel["id"] for panel in DASHBOARD["panels"]]
    assert len(set(identifiers)) == len(identifiers)
    for panel in DASHBOARD["panels"]:
        place = panel["gridPos"]
        cells = {
            (place["x"] + x, place["y"] + y) for x in range(place["w"]) for y in range(place["h"])
        }
        assert not cells & taken, panel["title"]
        assert max(x for x, _ in cells) < 24
        taken |= cells
