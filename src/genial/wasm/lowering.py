"""Let Numba compile the kernels of a game for a machine without special instructions.

This runs in a process of its own (`run`), because Numba reads its settings when it is imported.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from genial.wasm.manifest import kernels_digest

# Without these, the code has instructions of the processor at hand, and loops for its registers.
SETTINGS = {
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "",
    "NUMBA_LOOP_VECTORIZE": "0",
    "NUMBA_SLP_VECTORIZE": "0",
    "NUMBA_OPT": "1",
    "PYTHONHASHSEED": "0",
}


def run(package: str, folder: Path) -> None:
    """Write the code of all entries of a game, in LLVM's language, into a folder.

    This takes a minute, so nothing is done if the folder has the code of these sources.
    """
    folder.mkdir(parents=True, exist_ok=True)
    marker, digest = folder / "sources", kernels_digest(package)
    if marker.exists() and marker.read_text() == digest:
        return
    marker.unlink(missing_ok=True)
    environment = {**os.environ, **SETTINGS}
    command = [sys.executable, "-m", __name__, package, str(folder)]
    subprocess.run(command, env=environment, check=True)
    marker.write_text(digest)


def lower(package: str, folder: Path) -> None:
    """Compile the entries of a game; the process must have the settings above."""
    import numba

    from genial.core.kernel import OPTIONS
    from genial.wasm.entries import entries_of
    from genial.wasm.exports import Kernel, declaration, parameters_of, plain_function, result_of

    told = []
    for entry in entries_of(package):
        dispatcher = numba.njit(**OPTIONS)(entry.function)
        dispatcher.compile(entry.arguments)
        (compiled,) = dispatcher.overloads.values()
        names = entry.function.__code__.co_varnames[: entry.function.__code__.co_argcount]
        kernel = Kernel(
            entry.name, compiled.fndesc.llvm_func_name, names, entry.arguments,
            compiled.signature.return_type,
        )  # fmt: skip
        (folder / f"{entry.name}.ll").write_text(compiled.library.get_llvm_str())
        plain = f"{declaration(kernel)}\n{plain_function(kernel, entry.name)}\n"
        (folder / f"{entry.name}.plain.ll").write_text(plain)
        told.append(
            {"name": entry.name, "parameters": parameters_of(kernel), "result": result_of(kernel)}
        )
    (folder / "entries.json").write_text(json.dumps(told, indent=1))


if __name__ == "__main__":
    lower(sys.argv[1], Path(sys.argv[2]))
