"""How the kernels of the lab are compiled: like those of the games, in a folder of their own.

Numba notices changes only in the file of the function it compiled. The folder's name therefore
contains a hash of all sources of the lab, and of whatever the folder of the games stands for.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from genial.core import cache, kernel

Function = TypeVar("Function", bound=Callable[..., Any])

# Of what Numba can run on several cores only `prange`: looking for the rest takes long.
_SPREAD = dict.fromkeys(
    ("comprehension", "reduction", "inplace_binop", "setitem", "numpy", "stencil", "fusion"), False
) | {"prange": True}


@functools.cache
def cache_folder() -> Path:
    """Return where compiled code of the lab is kept: beside that of the games."""
    games = cache.cache_folder("games")
    digest = hashlib.blake2b(games.name.encode(), digest_size=8)
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
    kind = cache.kind_of("lab")
    folder = games.parent / f"{kind}-{digest.hexdigest()}"
    folder.mkdir(exist_ok=True)
    cache.forget_old(games.parent, kind)
    return folder


def _compile(function: Function, **options: Any) -> Function:
    if not kernel.JIT:
        return kernel.entry(function)
    return cache.compile_cached(function, cache_folder(), **kernel.OPTIONS, **options)


def entry(function: Function) -> Function:
    """Compile a function that Python calls, and keep its machine code on disk."""
    return _compile(function)


def parallel_entry(function: Function) -> Function:
    """Compile a function whose `prange` loops run on all cores, in the same way."""
    return _compile(function, parallel=_SPREAD)
