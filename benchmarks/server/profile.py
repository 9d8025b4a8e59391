"""Where the server's processor time goes under load: `python -m benchmarks.server.profile`.

The server of the benchmark runs with a sampler inside: every few milliseconds of its processor
time the stack of its event loop is noted, while the load generator plays on the other core. Each
sample counts for the part of a move that the innermost known function belongs to. Work in threads
(waiting for commits) and in the kernel is told apart by what the system counts.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import time
from collections import Counter
from pathlib import Path
from types import FrameType

from benchmarks.server import servers
from benchmarks.server.__main__ import WARM, folder
from benchmarks.server.servers import Load, Process

_EVERY = 0.002  # seconds of processor time between two samples
_OUT = "PROFILE_OUT"  # the variable that names the file for the samples
_DEEPEST = 40  # frames of a stack

# The part of a move that a function belongs to, by its file and maybe its name; the first that
# fits the innermost function which has any counts.
PARTS: dict[str, tuple[str, ...]] = {
    "read: frame, message, limits": (
        "transport/direct_texts.py:whole_text", "transport/direct_texts.py:masked_text",
        "transport/websocket.py:data_received", "transport/websocket.py:_take_text",
        "transport/websocket.py:receive", "transport/direct_texts.py:receive_text",
        "live/protocol.py", "server/limits.py",
    ),
    "decide": ("tables/commands.py", "tables/decision.py", "tables/table.py", "tables/clocks.py"),
    "store": (
        "storage/change.py", "storage/sqlite.py", "storage/postgresql.py", "storage/writer.py",
    ),
    "project": (
        "tables/projection.py", "tables/views.py", "tables/proposals.py", "tables/partners.py",
    ),
    "send": ("live/outbox.py", "transport/direct_texts.py:send_now"),
    "tell lobby, notifications, ledger, metrics": (
        "lobby/feed.py", "notifications/turns.py", "results/ledger.py", "server/metrics.py",
        "bots/runner.py", "live/account_messages.py", "cluster/bus.py",
        "live/connection.py:_pass_on",
    ),
    "find, lock, pass on": (
        "tables/live_table.py", "tables/registry.py", "tables/service.py", "live/connection.py",
        "live/watching.py", "cluster/heartbeat.py",
    ),
    "background work": (
        "cluster/timekeeper.py", "cluster/periodic.py", "storage/store.py", "cluster/downtime.py",
        "live/presence.py",
    ),
}  # fmt: skip


class Sampler:
    """Notes stacks of the event loop's thread between two signals."""

    def __init__(self, out: Path) -> None:
        self._out = out
        self._stacks: Counter[tuple[str, ...]] = Counter()
        signal.signal(signal.SIGUSR1, self._start)
        signal.signal(signal.SIGUSR2, self._stop)
        signal.signal(signal.SIGPROF, self._note)

    def _start(self, number: int, frame: FrameType | None) -> None:
        self._stacks.clear()
        signal.setitimer(signal.ITIMER_PROF, _EVERY, _EVERY)

    def _stop(self, number: int, frame: FrameType | None) -> None:
        signal.setitimer(signal.ITIMER_PROF, 0)
        stacks = [[list(stack), count] for stack, count in self._stacks.items()]
        partial = self._out.with_suffix(".part")
        partial.write_text(json.dumps(stacks))
        partial.rename(self._out)

    def _note(self, number: int, frame: FrameType | None) -> None:
        stack = list[str]()
        while frame is not None and len(stack) < _DEEPEST:
            code = frame.f_code
            stack.append(f"{'/'.join(code.co_filename.split('/')[-2:])}:{code.co_name}")
            frame = frame.f_back
        self._stacks[tuple(stack)] += 1


def part_of(stack: list[str]) -> str:
    """Return the part of a move that a stack, its innermost function first, belongs to."""
    for function in stack:
        file = function.partition(":")[0]
        for part, known in PARTS.items():
            if function in known or file in known:
                return part
    return "the event loop: reading and writing sockets, waking tasks"


def play(server: Process, out: Path, count: int) -> tuple[int, list[tuple[list[str], int]], float]:
    """Play games; return the moves, the samples, and the seconds of the processor."""
    load = Load(kind="genial", port=server.port, count=count, seed=1)
    before = server.cpu()
    os.kill(server.pid, signal.SIGUSR1)
    told = dict(load.go())
    spent = server.cpu() - before
    os.kill(server.pid, signal.SIGUSR2)
    while not out.exists():
        time.sleep(0.05)
    print(f"{told['moves']} moves in {told['seconds']:.1f} s", file=sys.stderr)
    return told["moves"], json.loads(out.read_text()), spent


def main() -> int:
    """Measure, and print the parts and the functions."""
    about = argparse.ArgumentParser(prog="python -m benchmarks.server.profile", description=__doc__)
    about.add_argument("--games", type=int, default=200, help="games at once")
    about.add_argument("--functions", type=int, default=40, help="how many functions to list")
    told = about.parse_args()
    with folder() as here:
        out = here / "samples"
        os.environ[_OUT] = str(out)
        with servers.genial(here, program="benchmarks.server.profile") as server:
            Load(kind="genial", port=server.port, count=WARM, seed=0).go()
            moves, stacks, spent = play(server, out, told.games)
    each = 1e6 * spent / moves
    total = sum(count for _, count in stacks)
    parts, own, within = Counter[str](), Counter[str](), Counter[str]()
    for stack, count in stacks:
        parts[part_of(stack)] += count
        own[stack[0]] += count
        for function in set(stack):
            within[function] += count
    print(f"{each:.0f} µs of the processor a move, {total} samples")
    for part, count in parts.most_common():
        print(f"{each * count / total:7.1f} µs  {part}")
    for title, counts in (("by themselves", own), ("with all they call", within)):
        print(f"\nfunctions, {title}:")
        for function, count in counts.most_common(told.functions):
            print(f"{each * count / total:7.1f} µs  {function}")
    return 0


if __name__ == "__main__":
    if _OUT in os.environ and "serve" in sys.argv[1:]:
        from genial.cli import main as serve

        Sampler(Path(os.environ[_OUT]))
        sys.exit(serve())
    sys.exit(main())
