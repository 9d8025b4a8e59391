"""Count and measure for Prometheus; each application has a registry of its own."""

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

# The times at which counters were created are of no use.
disable_created_metrics()  # type: ignore[no-untyped-call]

_QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
_SLOW = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


class Metrics:
    """The counters and measurements of a process."""

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        self._requests = Counter(
            "genial_requests", "HTTP requests answered", ["method", "status"], registry=registry
        )
        self._request_seconds = Histogram(
            "genial_request_seconds", "Time to answer", buckets=_QUICK, registry=registry
        )
        self.sockets = Gauge("genial_sockets", "Open sockets", registry=registry)
        self.messages_in, self.messages_out = 0, 0  # over sockets
        self._events, self._moves = 0, 0
        registry.register(_PlainCounters(self))
        self._stale = Counter(
            "genial_stale_writes", "Changes that lost to another process", registry=registry
        )
        self._commit_seconds = Histogram(
            "genial_commit_seconds",
            "Time until events are stored",
            buckets=_QUICK,
            registry=registry,
        )
        self.loop_lag = Histogram(
            "genial_loop_lag_seconds",
            "How late the event loop is: what is due waits so long for what is worked on",
            buckets=_QUICK,
            registry=registry,
        )
        self._thinking = Histogram(
            "genial_thinking_seconds",
            "Time until a bot has moved, waiting for a thread included",
            ["game"],
            buckets=_SLOW,
            registry=registry,
        )
        self.notifications = Counter(
            "genial_notices",
            "Push messages, mails and webhook calls",
            ["way", "outcome"],
            registry=registry,
        )
        self.limits = Counter(
            "genial_limits_reached", "Limits reached", ["limit"], registry=registry
        )
        self.tables_counted = -math.inf  # when, by the monotonic clock
        self.tables = Gauge("genial_tables", "Tables", ["phase"], registry=registry)
        self.queues = Gauge("genial_queue", "Work that is waiting", ["queue"], registry=registry)

    def note_request(self, method: str, status: int, seconds: float) -> None:
        """Count a request and the seconds until it was answered."""
        self._requests.labels(method, status).inc()
        self._request_seconds.observe(seconds)

    def note_commit(self, entries: Sequence[Entry], seconds: float, *, is_first: bool) -> None:
        """Count events and the seconds until they were stored, unless another process was first."""
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
        """Return everything in the text format of Prometheus."""
        return generate_latest(self._registry)

    def plain_counters(self) -> Iterator[Metric]:
        """Yield what is counted so often that only plain integers are fast enough."""
        messages = CounterMetricFamily(
            "genial_messages", "Messages over sockets", labels=["direction"]
        )
        messages.add_metric(["in"], self.messages_in)
        messages.add_metric(["out"], self.messages_out)
        yield messages
        yield CounterMetricFamily("genial_events", "Stored events", self._events)
        yield CounterMetricFamily("genial_moves", "Stored moves", self._moves)


class _PlainCounters(Collector):
    """Passes plain integers on to Prometheus."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics

    def collect(self) -> Iterator[Metric]:
        return self._metrics.plain_counters()
