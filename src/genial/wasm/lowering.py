"""Let Numba translate the kernels of a game into LLVM's language, for no processor in particular.

This runs in a process of its own (`run`), because Numba reads its settings when it is imported.

Numba compiles every function for the processor at hand before it puts the function into its
callers, and that changes LLVM's code: loops count as this processor's addresses do, and counting
the bits of a word can no longer be recognised. So `Originals` keeps the code of each function as it
was at first; `linking` puts the functions together.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from genial.wasm.manifest import kernels_digest

# Without the first two, the code has instructions of the processor at hand. Numba's machine code is
# not used, so it may be quick to make.
SETTINGS = {
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "",
    "NUMBA_OPT": "1",
    "PYTHONHASHSEED": "0",
}


def run(package: str, folder: Path) -> None:
    """Write the code of all functions of a game, in LLVM's language, into a folder.

    This takes a minute, so nothing is done if the folder has the code of these sources.
    """
    folder.mkdir(parents=True, exist_ok=True)
    marker, digest = folder / "sources", kernels_digest(package)
    if marker.exists() and marker.read_text() == digest:
        return
    for path in (marker, *folder.glob("*.ll")):
        path.unlink(missing_ok=True)
    with TemporaryDirectory() as nothing:  # what Numba finds on disk has machine code only
        environment = {**os.environ, **SETTINGS, "NUMBA_CACHE_DIR": nothing}
        command = [sys.executable, "-m", __name__, package, str(folder)]
        subprocess.run(command, env=environment, check=True)
    marker.write_text(digest)


class Originals:
    """The code of functions before Numba optimises it, each with that of all functions it calls."""

    def __init__(self) -> None:
        """Let Numba keep this code from now on."""
        from numba.core.codegen import CPUCodeLibrary

        finalize = CPUCodeLibrary.finalize

        def keep_and_finalize(library: Any) -> None:
            library.original = str(library._final_module)  # noqa: SLF001 (no public name)
            finalize(library)

        CPUCodeLibrary.finalize = keep_and_finalize
        CPUCodeLibrary._optimize_functions = lambda library, module: None  # noqa: SLF001
        self._found: dict[int, Any] = {}

    def add(self, library: Any) -> None:
        """Add the code of a compiled function and of all that it calls."""
        if id(library) in self._found or not hasattr(library, "original"):
            return  # without an original: Numba's own memory management, which nothing uses
        self._found[id(library)] = library
        for other in library._linking_libraries:  # noqa: SLF001
            self.add(other)

    def write(self, folder: Path) -> None:
        """Write all code, a file for each function."""
        for k, library in enumerate(self._found.values()):
            (folder / f"function-{k:03}.ll").write_text(library.original)


def lower(package: str, folder: Path) -> None:
    """Translate the entries of a game; the process must have the settings above."""
    import numba

    from genial.core.kernel import OPTIONS
    from genial.wasm.entries import entries_of
    from genial.wasm.exports import Kernel, declaration, parameters_of, plain_function, result_of

    originals, told = Originals(), []
    for entry in entries_of(package):
        dispatcher = numba.njit(**OPTIONS)(entry.function)
        dispatcher.compile(entry.arguments)
        (compiled,) = dispatcher.overloads.values()
        names = entry.function.__code__.co_varnames[: entry.function.__code__.co_argcount]
        kernel = Kernel(
            entry.name, compiled.fndesc.llvm_func_name, names, entry.arguments,
            compiled.signature.return_type,
        )  # fmt: skip
        originals.add(compiled.library)
        plain = f"{declaration(kernel)}\n{plain_function(kernel, entry.name)}\n"
        (folder / f"{entry.name}.plain.ll").write_text(plain)
        told.append(
            {"name": entry.name, "parameters": parameters_of(kernel), "result": result_of(kernel)}
        )
    originals.write(folder)
    (folder / "entries.json").write_text(json.dumps(told, indent=1))


if __name__ == "__main__":
    lower(sys.argv[1], Path(sys.argv[2]))
