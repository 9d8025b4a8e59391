"""Play games on a Ray cluster, or on this machine by Ray. Needs `genial[ray]`."""

from __future__ import annotations

import logging
import re
import socket
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from genial.arena.host import Host, Setup
from genial.arena.play import Played
from genial.arena.schedule import Fixture
from genial.core.errors import BadOption, GenialError

_LOCAL = "local"
_ADDRESS = re.compile(r"(?:ray://)?(\S+):(\d+)")
_PATIENCE = 10.0  # seconds


class ClusterFailure(GenialError):
    """A cluster that cannot be reached, or that lost its workers."""

    code = "cluster-failure"


def on_ray(
    address: str | None = None, *, workers: int | None = None, threads: int = 1
) -> Callable[[Setup, Sequence[Fixture]], Iterator[Played]]:
    """Return what plays games on a cluster (this machine without an address); raises BadOption."""
    _ray()
    return lambda setup, fixtures: run(setup, fixtures, address, workers, threads)


def run(
    setup: Setup,
    fixtures: Sequence[Fixture],
    address: str | None,
    workers: int | None,
    threads: int,
) -> Iterator[Played]:
    """Play all games on a cluster; they come as they end.

    Every worker takes as many processors as a bot has threads. A worker that is lost costs its
    games one more try, and after that the match.
    """
    ray = _ray()
    _knock(address)
    try:
        ray.init(
            address=address or _LOCAL,
            num_cpus=None if address else workers and workers * threads,
            include_dashboard=None if address else False,
            log_to_driver=False,
            logging_level=logging.ERROR,
        )
    except (ConnectionError, RuntimeError, ValueError, OSError) as error:
        raise ClusterFailure(f"Ray cannot be reached at {address or 'home'}: {error}") from None
    try:
        yield from _play_all(ray, setup, fixtures, workers, threads)
    finally:
        ray.shutdown()


def _knock(address: str | None) -> None:
    """Raise unless the address answers: Ray itself would try for minutes."""
    place = _ADDRESS.fullmatch(address or "")
    if place is None:
        return
    try:
        socket.create_connection((place[1].strip("[]"), int(place[2])), timeout=_PATIENCE).close()
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ClusterFailure(f"no Ray cluster answers at {address}: {reason}") from None


def _play_all(
    ray: Any, setup: Setup, fixtures: Sequence[Fixture], workers: int | None, threads: int
) -> Iterator[Played]:
    there = int(ray.cluster_resources().get("CPU", 1)) // threads
    count = max(1, min(workers or there, there, len(fixtures)))
    actor = ray.remote(num_cpus=threads, max_restarts=1, max_task_retries=1)(RemoteHost)
    hosts = [actor.remote(setup) for _ in range(count)]
    waiting = list(reversed(fixtures))
    busy = {host.play.remote(waiting.pop()): host for host in hosts}
    while busy:
        done, _ = ray.wait(list(busy), num_returns=1)
        host = busy.pop(done[0])
        try:
            played: Played = ray.get(done[0])
        except GenialError:
            raise
        except Exception as error:
            raise ClusterFailure(f"a worker was lost: {error}".splitlines()[0]) from None
        if waiting:
            busy[host.play.remote(waiting.pop())] = host
        yield played


class RemoteHost:
    """A host somewhere in the cluster."""

    def __init__(self, setup: Setup) -> None:
        self._host = Host(setup)
        self._host.prepare()

    def play(self, fixture: Fixture) -> Played:
        """Play one game."""
        return self._host.play(fixture)


def _ray() -> Any:
    try:
        import ray
    except ImportError:
        raise BadOption("Ray is not installed; pip install 'genial[ray]' brings it") from None
    return ray
