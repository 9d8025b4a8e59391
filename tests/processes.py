"""Run the `genial` command in processes forked from one that has loaded the program.

Loading it takes more than a second of processor time, and the tests start hundreds of processes.
They are real ones: they can be killed and stopped, and share nothing with the tests.
"""

from __future__ import annotations

import atexit
import io
import multiprocessing
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from genial.cli import main
from genial.games import _packages

_processes = multiprocessing.get_context("forkserver")
_processes.set_forkserver_preload(["tests.loaded"])


class Command:
    """`genial …` in a process of its own. Its methods are those of `subprocess.Popen`."""

    def __init__(
        self,
        *arguments: str,
        stdout: Path,
        stderr: Path | None = None,
        stdin: Path | None = None,
        environment: Mapping[str, str] | None = None,
        folder: Path | None = None,
        files: int = 0,
        prepare: Callable[[], None] | None = None,
    ) -> None:
        """Start the command; `files` limits how many it may have open, unless it is 0.

        `prepare` is called first, in its process: a function of a module.

        What it prints is appended to the files `stdout` and `stderr`, by default the same one.
        """
        surroundings = os.environ if environment is None else environment
        about = (
            arguments, stdin or Path(os.devnull), stdout, stderr or stdout, dict(surroundings),
            folder or Path.cwd(), files, _umask(), prepare,
        )  # fmt: skip
        for printed in {stdout, stderr or stdout}:
            printed.touch(mode=0o600)
        self._process = _processes.Process(target=_run, args=about)
        self._process.start()
        atexit.register(self.kill)  # otherwise a run of tests would wait for it in the end

    @property
    def pid(self) -> int:
        pid = self._process.pid
        assert pid is not None
        return pid

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired("genial", timeout or 0.0)
        return self._process.exitcode

    def send_signal(self, number: signal.Signals) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def _run(
    arguments: tuple[str, ...], stdin: Path, stdout: Path, stderr: Path,
    environment: dict[str, str], folder: Path, files: int, umask: int,
    prepare: Callable[[], None] | None,
) -> None:  # fmt: skip
    """Be the command, in the forked process."""
    os.setsid()
    for number, path in enumerate((stdin, stdout, stderr)):
        flags = os.O_RDONLY if number == 0 else os.O_WRONLY | os.O_APPEND
        opened = os.open(path, flags)
        os.dup2(opened, number)
        os.close(opened)
    encoding = environment.get("PYTHONIOENCODING", "utf-8")
    sys.stdin = io.TextIOWrapper(io.FileIO(0, closefd=False), encoding=encoding)
    sys.stdout = _printer(1, encoding)
    sys.stderr = _printer(2, encoding)
    os.environ.clear()
    os.environ.update(environment)
    _packages.cache_clear()  # the environment may name other games
    os.chdir(folder)
    os.umask(umask)
    if files:
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    if prepare is not None:
        prepare()
    sys.argv = ["genial", *arguments]
    code = main(arguments)
    sys.stdout.flush()
    sys.stderr.flush()
    sys.exit(code)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _printer(number: int, encoding: str) -> io.TextIOWrapper:
    errors = "strict" if number == 1 else "backslashreplace"
    return io.TextIOWrapper(
        io.BufferedWriter(io.FileIO(number, "w", closefd=False)),
        encoding=encoding, errors=errors, line_buffering=number == 2,
    )  # fmt: skip
