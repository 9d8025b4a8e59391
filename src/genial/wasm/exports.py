"""Plain functions around compiled kernels: pointers, 32-bit whole numbers and floats.

Numba passes an array as seven values or more, whole numbers as 64 bits, and the result through a
pointer. A function of a module takes a pointer and the lengths of an array, and returns a number;
a result of several numbers goes through a last pointer, 32 bits each.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from numba import types


@dataclass(frozen=True)
class Kernel:
    """A compiled kernel: its symbol in LLVM, its name, and the types of what it takes and gives."""

    name: str
    symbol: str
    parameters: tuple[str, ...]
    arguments: tuple[Any, ...]  # Numba types
    result: Any


def parameters_of(kernel: Kernel) -> list[tuple[str, str]]:
    """Return names and LLVM types of what the plain function takes."""
    found: list[tuple[str, str]] = []
    for name, kind in zip(kernel.parameters, kernel.arguments, strict=True):
        if isinstance(kind, types.Array):
            found.append((name, "ptr"))
            found += [(f"{name}_{word}", "i32") for word in ("count", "width")[: kind.ndim]]
        else:
            found.append((name, "double" if isinstance(kind, types.Float) else "i32"))
    return [*found, ("results", "ptr")] if _is_tuple(kernel.result) else found


def result_of(kernel: Kernel) -> str:
    """Return the LLVM type of what the plain function gives."""
    if kernel.result == types.none or _is_tuple(kernel.result):
        return "void"
    return "double" if isinstance(kernel.result, types.Float) else "i32"


def plain_function(kernel: Kernel, exported: str) -> str:
    """Return the plain function in LLVM's language; the kernel is declared elsewhere."""
    taken = ", ".join(f"{kind} %{name}" for name, kind in parameters_of(kernel))
    passed, code = ["ptr %given", "ptr %failure"], []
    for name, kind in zip(kernel.parameters, kernel.arguments, strict=True):
        lines, values = _pass(name, kind)
        code += lines
        passed += values
    inner = _stored(kernel.result)
    return "\n".join(
        [
            f"define {result_of(kernel)} @{exported}({taken}) {{",
            f"  %given = alloca {inner}",
            "  %failure = alloca ptr",
            *(f"  {line}" for line in code),
            f"  %status = call i32 @{kernel.symbol}({', '.join(passed)})",
            *(f"  {line}" for line in _give(kernel.result, inner)),
            "}",
        ]
    )


def declaration(kernel: Kernel) -> str:
    """Return the declaration of a kernel in LLVM's language."""
    passed = ["ptr", "ptr"]
    for kind in kernel.arguments:
        passed += [value.rsplit(" ", 1)[0] for value in _pass("any", kind)[1]]
    return f"declare i32 @{kernel.symbol}({', '.join(passed)})"


def _pass(name: str, kind: Any) -> tuple[list[str], list[str]]:
    """Return the lines that convert an argument, and the values that Numba passes for it."""
    if isinstance(kind, types.Array):
        return _pass_array(name, kind)
    if isinstance(kind, types.Float):
        return [], [f"double %{name}"]
    if kind == types.boolean:
        return [f"%{name}.as = trunc i32 %{name} to i8"], [f"i8 %{name}.as"]
    return [f"%{name}.as = sext i32 %{name} to i64"], [f"i64 %{name}.as"]


def _pass_array(name: str, kind: Any) -> tuple[list[str], list[str]]:
    """Lay out an array without an owner: all its elements one after the other."""
    size = _size(kind.dtype)
    lines = [f"%{name}.rows = sext i32 %{name}_count to i64"]
    if kind.ndim == 1:
        shape, strides, items = [f"%{name}.rows"], [str(size)], f"%{name}.rows"
    else:
        lines += [
            f"%{name}.columns = sext i32 %{name}_width to i64",
            f"%{name}.items = mul i64 %{name}.rows, %{name}.columns",
            f"%{name}.stride = mul i64 %{name}.columns, {size}",
        ]
        shape, items = [f"%{name}.rows", f"%{name}.columns"], f"%{name}.items"
        strides = [f"%{name}.stride", str(size)]
    numbers = [items, str(size)]
    return lines, [
        "ptr null", "ptr null", *(f"i64 {number}" for number in numbers), f"ptr %{name}",
        *(f"i64 {number}" for number in [*shape, *strides]),
    ]  # fmt: skip


def _size(kind: Any) -> int:
    if isinstance(kind, types.Record):
        return int(kind.size)
    return 1 if kind == types.boolean else int(kind.bitwidth) // 8


def _is_tuple(kind: Any) -> bool:
    return isinstance(kind, types.BaseTuple)


def _members(kind: Any) -> list[Any]:
    return list(kind.types) if isinstance(kind, types.Tuple) else [kind.dtype] * kind.count


def _stored(kind: Any) -> str:
    """Return the LLVM type in which Numba stores a result."""
    if kind == types.none:
        return "ptr"
    if isinstance(kind, types.UniTuple):
        return f"[{kind.count} x {_stored(kind.dtype)}]"
    if _is_tuple(kind):
        return f"{{ {', '.join(_stored(member) for member in _members(kind))} }}"
    if isinstance(kind, types.Float):
        return "double"
    return "i8" if kind == types.boolean else f"i{kind.bitwidth}"


def _give(kind: Any, inner: str) -> Iterator[str]:
    if kind == types.none:
        yield "ret void"
        return
    yield f"%result = load {inner}, ptr %given"
    if _is_tuple(kind):
        for k, member in enumerate(_members(kind)):
            yield f"%member{k} = extractvalue {inner} %result, {k}"
            yield from _narrow(f"%member{k}", member, f"%narrow{k}")
            yield f"%place{k} = getelementptr i32, ptr %results, i32 {k}"
            yield f"store i32 %narrow{k}, ptr %place{k}"
        yield "ret void"
    elif isinstance(kind, types.Float):
        yield "ret double %result"
    else:
        yield from _narrow("%result", kind, "%narrow")
        yield "ret i32 %narrow"


def _narrow(value: str, kind: Any, name: str) -> Iterator[str]:
    """Convert a whole number or a flag to 32 bits."""
    stored = _stored(kind)
    bits = int(stored[1:])
    if bits == 32:
        yield f"{name} = add i32 {value}, 0"
    else:
        yield f"{name} = {'zext' if bits < 32 else 'trunc'} {stored} {value} to i32"
