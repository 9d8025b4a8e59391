"""Kernels do not allocate: the compiler refuses to, and no source does (see `genial.core.kernel`).

A record taken from an array is a bare pointer. `t = np.zeros(1, T)[0]` in a kernel leaves `t`
behind when the array is freed, which no test of results notices on a good day.
"""

from __future__ import annotations

import ast
import builtins
import importlib
import textwrap
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from numba.core.dispatcher import Dispatcher
from numba.core.errors import NumbaError
from numba.extending import _Intrinsic

import genial
from genial.bots import model
from genial.core import kernel
from genial.lab.kernels import sight

pytestmark = pytest.mark.skipif(not kernel.JIT, reason="nothing is compiled")

SOURCES = Path(genial.__file__).parent
DECORATORS = {"rule", "cold", "entry", "parallel_entry"}
STUBS = (kernel, model, sight)  # modules whose functions stand for those of a game
PLAIN = {"abs", "bool", "float", "int", "len", "max", "min", "range", "prange"}
# Of NumPy: types of numbers, and functions from numbers to a number.
NUMBERS = {"float32", "float64", "int8", "int32", "int64", "uint64", "uintp"}
NUMBERS |= {"abs", "exp", "log", "log1p", "sign", "sqrt"}
METHODS = {"view"}  # of arrays, that look at the same memory
BUILDING = (
    ast.List, ast.Set, ast.Dict, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp,
    ast.JoinedStr, ast.Lambda, ast.Yield, ast.Await,
)  # fmt: skip


def kernels_in(source: str) -> Iterator[ast.FunctionDef]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and any(
            (isinstance(mark, ast.Name) and mark.id in DECORATORS)
            or (isinstance(mark, ast.Attribute) and mark.attr in DECORATORS)
            for mark in node.decorator_list
        ):
            yield node


def value_of(called: ast.expr, names: dict[str, Any]) -> Any:
    """What a dotted name stands for in a module, or none."""
    if isinstance(called, ast.Name):
        return names.get(called.id, getattr(builtins, called.id, None))
    if isinstance(called, ast.Attribute):
        owner = value_of(called.value, names)
        return getattr(owner, called.attr, None) if isinstance(owner, ModuleType) else None
    return None


def is_harmless(called: ast.expr, names: dict[str, Any]) -> bool:
    """Is this a kernel, or something else that never allocates?"""
    value = value_of(called, names)
    if isinstance(value, Dispatcher | _Intrinsic):
        return True
    if isinstance(called, ast.Name) and called.id in PLAIN:
        return True
    if isinstance(called, ast.Attribute):
        if value_of(called.value, names) is np:
            return called.attr in NUMBERS
        if value is None:
            return called.attr in METHODS
    return any(value is not None and vars(stubs).get(value.__name__) is value for stubs in STUBS)


def allocations(function: ast.FunctionDef, names: dict[str, Any]) -> list[str]:
    """What allocates in a kernel, or may do so."""
    found = []
    for node in (part for line in function.body for part in ast.walk(line)):
        if isinstance(node, BUILDING) or (
            isinstance(node, ast.Call) and not is_harmless(node.func, names)
        ):
            found.append(f"line {node.lineno}, {function.name}: {ast.unparse(node)}")
    return found


def modules_with_kernels() -> list[str]:
    """Every module in the package that has a kernel."""
    names = []
    for path in sorted(SOURCES.rglob("*.py")):
        if any(True for _ in kernels_in(path.read_text())):
            parts = path.relative_to(SOURCES.parent).with_suffix("").parts
            names.append(".".join(parts))
    return names


MODULES = modules_with_kernels()


def test_all_kernels_are_looked_at() -> None:
    assert {name.split(".")[1] for name in MODULES} >= {"core", "games", "bots", "lab"}
    assert len(MODULES) > 40


@pytest.mark.parametrize("name", MODULES)
def test_no_kernel_allocates(name: str) -> None:
    module = importlib.import_module(name)
    assert module.__file__ is not None
    source = Path(module.__file__).read_text()
    found = [
        line for function in kernels_in(source) for line in allocations(function, vars(module))
    ]
    assert not found, f"{name}: scratch must come from the caller\n" + "\n".join(found)


@pytest.mark.parametrize("name", MODULES)
def test_every_kernel_is_compiled_without_memory_management(name: str) -> None:
    module = importlib.import_module(name)
    assert module.__file__ is not None
    for function in kernels_in(Path(module.__file__).read_text()):
        compiled = getattr(module, function.name)
        assert isinstance(compiled, Dispatcher), function.name
        assert compiled.targetoptions["_nrt"] is False, function.name


ALLOCATING = {
    "the turn of Tile Challenge": "scratch = np.zeros(1, T)\nt = scratch[0]\nreturn t.x",
    "zeros": "return np.zeros(3)[0]",
    "a copy": "return x.copy()[0]",
    "a copy of a field": "return x[:1].copy()[0]",
    "a list": "return [1, 2][0]",
    "a set": "return len({1, 2})",
    "a comprehension": "return len([k for k in range(3)])",
    "sorting": "return sorted(x)[0]",
    "a method": "return x.astype(np.int64)[0]",
    "an unknown function": "return helper(x)",
    "another module's function": "return np.concatenate((x, x))[0]",
    "a text": "return len(f'{x[0]}')",
}


@pytest.mark.parametrize("body", ALLOCATING.values(), ids=ALLOCATING)
def test_the_look_at_the_source_finds_what_allocates(body: str) -> None:
    source = "@rule\ndef faulty(x):\n" + textwrap.indent(body, "    ")
    (function,) = kernels_in(source)
    assert allocations(function, {"np": np, "helper": lambda x: x})


HARMLESS = "@cold\ndef fine(x, m):\n    y = x[1:]\n    y[0] = min(1, int(np.sqrt(2.0)))\n"


def test_the_look_at_the_source_lets_views_and_numbers_pass() -> None:
    (function,) = kernels_in(HARMLESS)
    assert not allocations(function, {"np": np})


T = np.dtype([("x", "i8")])


def uses_a_freed_record(x: Any) -> Any:
    scratch = np.zeros(1, T)
    t = scratch[0]
    t.x = x[0]
    return t.x


def adds_arrays(x: Any) -> Any:
    return (x + x)[0]


def makes_a_list(x: Any) -> Any:
    return [x[0], x[1]][0]


def copies(x: Any) -> Any:
    return x.copy()[0]


@pytest.mark.parametrize("decorate", [kernel.rule, kernel.cold, kernel.entry])
@pytest.mark.parametrize("function", [uses_a_freed_record, adds_arrays, makes_a_list, copies])
def test_a_kernel_that_allocates_does_not_compile(decorate: Any, function: Any) -> None:
    with pytest.raises(NumbaError):
        decorate(function)(np.ones(3))
