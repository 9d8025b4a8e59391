"""The guard finds the faults it is there for (see `faults`), and only those."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping

import pytest

from genial.core.kernel import JIT
from tests.memory import guard

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not JIT, reason="nothing is compiled"),
    pytest.mark.skipif(sys.platform != "linux", reason="the heap is watched by glibc"),
]
needs_checks = pytest.mark.skipif(
    sys.platform != "linux" or not guard.has_debug_malloc(),
    reason=f"{guard.DEBUG_MALLOC} is not on this machine",
)


def run(fault: str, more: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tests.memory.faults", fault], env=os.environ | dict(more),
        cwd=guard.ROOT, capture_output=True, text=True, check=False, timeout=600,
    )  # fmt: skip


def test_a_record_that_outlives_its_array_ends_the_process_under_the_watched_heap() -> None:
    done = run("freed", guard.heap())
    assert "survived" not in done.stdout
    assert done.returncode == -signal.SIGSEGV or "AssertionError" in done.stderr


@needs_checks
def test_a_write_past_the_end_ends_the_process_under_the_watched_heap() -> None:
    done = run("overflow", guard.heap())
    assert done.returncode in (-signal.SIGABRT, -signal.SIGSEGV)


def test_a_write_past_the_end_is_an_error_where_bounds_are_checked() -> None:
    done = run("overflow", guard.bounds())
    assert done.returncode == 1
    assert "IndexError" in done.stderr


@pytest.mark.parametrize("kind", [guard.heap, guard.bounds])
def test_what_has_no_fault_passes(kind: object) -> None:
    assert callable(kind)
    done = run("fine", kind())
    assert done.returncode == 0, done.stderr
    assert done.stdout == "survived\n"


def test_a_failing_exercise_fails_the_guard(monkeypatch: pytest.MonkeyPatch) -> None:
    faulty = [sys.executable, "-m", "tests.memory.faults", "freed"]
    monkeypatch.setattr(guard, "exercise", lambda told: faulty)
    assert guard.main("heap") == 1


def test_without_valgrind_a_sentence_says_so(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    assert guard.main("valgrind") == 0
    assert capfd.readouterr().out == ("valgrind is not installed, so nothing ran under memcheck.\n")
