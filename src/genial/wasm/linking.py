"""Make one WebAssembly module of the compiled kernels of a game."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals,+simd128"
STACK = 1 << 16  # bytes: kernels have no large local values

# What Numba says of the machine that it compiled for, and what WebAssembly has not.
_OF_THE_MACHINE = (
    (re.compile(r'^target (?:triple|datalayout) = "[^"]*"', re.M), ""),
    (re.compile(r'"target-(?:cpu|features)"="[^"]*"'), ""),
    (re.compile(r"= common "), "= internal "),
    (re.compile(r" local_unnamed_addr"), ""),
)
_COUNTING = re.compile(r"^define [^\n]*@NRT_(incref|decref)\([^\n]*\{.*?^\}", re.M | re.S)


def link(folder: Path, out: Path) -> None:
    """Write the module of the entries in a folder that `lowering` has filled."""
    names = [entry["name"] for entry in json.loads((folder / "entries.json").read_text())]
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(
        opt=3, features=FEATURES, reloc="static"
    )
    whole = llvm.parse_assembly("")
    whole.triple, whole.data_layout = TRIPLE, str(machine.target_data)
    for path in sorted(folder.glob("*.ll")):
        whole.link_in(_parse(path, machine))
    _keep_only(whole, names)
    _optimise(whole, machine)
    linked = folder / "kernels.o"
    linked.write_bytes(machine.emit_object(whole))
    _link_object(linked, names, out)


def _parse(path: Path, machine: Any) -> Any:
    text = path.read_text()
    for pattern, replacement in _OF_THE_MACHINE:
        text = pattern.sub(replacement, text)
    text = _COUNTING.sub("", text)
    parsed = llvm.parse_assembly(text)
    parsed.triple, parsed.data_layout = TRIPLE, str(machine.target_data)
    return parsed


def _keep_only(whole: Any, names: list[str]) -> None:
    """Make everything but the entries private, so that what they do not call is left out."""
    for function in whole.functions:
        if function.name not in names and not function.is_declaration:
            function.linkage = "internal"
    for variable in whole.global_variables:
        if not variable.is_declaration:
            variable.linkage = "internal"


def _optimise(whole: Any, machine: Any) -> None:
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = True
    options.slp_vectorization = True
    builder = llvm.create_pass_builder(machine, options)
    _recognise_instructions(whole, builder)
    builder.getModulePassManager().run(whole, builder)


def _recognise_instructions(whole: Any, builder: Any) -> None:
    """Put small functions into their callers, and use instructions for what they spell out.

    The most important one counts the bits of a word. It is no longer recognised when the code
    around it has been simplified, and random games of Ingenious then take 1.4 times as long.
    """
    everywhere = llvm.create_new_module_pass_manager()
    everywhere.add_always_inliner_pass()
    everywhere.run(whole, builder)
    for function in whole.functions:
        if not function.is_declaration:
            passes = llvm.create_new_function_pass_manager()
            passes.add_sroa_pass()
            passes.add_simplify_cfg_pass()
            passes.add_aggressive_instcombine_pass()
            passes.run(function, builder)


def _link_object(object_file: Path, names: list[str], out: Path) -> None:
    command = [
        sys.executable, "-m", "ziglang", "wasm-ld", "--no-entry", "--strip-all", "--gc-sections",
        "-z", f"stack-size={STACK}", "--stack-first", "--export=__heap_base",
        *(f"--export={name}" for name in names), str(object_file), "-o", str(out),
    ]  # fmt: skip
    subprocess.run(command, check=True)
    out.chmod(0o644)
