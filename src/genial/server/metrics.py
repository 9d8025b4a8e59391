"""Numbers for Prometheus, a registry an application."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from genial.server.tables.events import Entry, Moved

# When a number began to be counted interests nobody.
disable_created_metrics()  # type: ignore[no-untyped-call]

_QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
_SLOW = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


class Metrics:
    """What a process counts and measures."""

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        self._requests = Counter(
            "genial_requests", "HTTP requests answered", ["method", "status"], registry=registry
        )
        self._request_seconds = Histogram(
            "genial_request_seconds", "Time to answer", buckets=_QUICK, registry=registry
        )
        self.sockets = Gauge("genial_sockets", "Sockets that are open", registry=registry)
        self.heard, self.told = 0, 0  # messages over sockets
        self._events, self._moves = 0, 0
        registry.register(_Counted(self))
        self._stale = Counter(
            "genial_stale_writes", "Changes for which somebody else was first", registry=registry
        )
        self._commit_seconds = Histogram(
            "genial_commit_seconds", "Time until events are safe", buckets=_QUICK, registry=registry
        )
        self._thinking = Histogram(
            "genial_thinking_seconds",
            "Time until a bot has moved, waiting for a thread included",
            ["game"],
            buckets=_SLOW,
            registry=registry,
        )
        self.notices = Counter(
            "genial_notices", "Notices sent outside", ["way", "outcome"], registry=registry
        )
        self.limits = Counter(
            "genial_limits_reached", "Limits that were reached", ["limit"], registry=registry
        )
        self.tables_counted = -math.inf  # when, by the monotonic clock
        self.tables = Gauge("genial_tables", "Tables there are", ["phase"], registry=registry)
        self.queues = Gauge("genial_queue", "What waits", ["queue"], registry=registry)

    def answered(self, method: str, status: int, seconds: float) -> None:
        """A request was answered."""
        self._requests.labels(method, status).inc()
        self._request_seconds.observe(seconds)

    def note_commit(self, entries: Sequence[Entry], seconds: float, *, is_first: bool) -> None:
        """Count events and the seconds until they were safe, unless another process was first."""
        self._commit_seconds.observe(seconds)
        if not is_first:
            self._stale.inc()
            return
        self._events += len(entries)
        self._moves += sum(isinstance(entry.event, Moved) for entry in entries)

    def note_thinking(self, game: str, seconds: float) -> None:
        """Note how long a bot thought about a move."""
        self._thinking.labels(game).observe(seconds)

    def text(self) -> bytes:
        """Everything, as Prometheus reads it."""
        return generate_latest(self._registry)

    def counted(self) -> Iterator[Metric]:
        """What is counted so often that a plain number must do."""
        messages = CounterMetricFamily("genial_messages", "Over sockets", labels=["direction"])
        messages.add_metric(["in"], self.heard)
        messages.add_metric(["out"], self.told)
        yield messages
        yield CounterMetricFamily("genial_events", "Events that were stored", self._events)
        yield CounterMetricFamily("genial_moves", "Moves that were stored", self._moves)


class _Counted(Collector):
    """Passes plain numbers on to Prometheus."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics

    def collect(self) -> Iterator[Metric]:
        return self._metrics.counted()
