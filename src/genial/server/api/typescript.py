"""The types of everything that goes over the wire, as TypeScript. Run as a program it writes them.

The structs of the socket keep their names. One of the API that has the name of another gets that of
its module before it, and one of a game that of the game.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, get_args, get_origin, get_type_hints

import msgspec
from litestar import Response
from litestar.handlers import HTTPRouteHandler
from litestar.response.base import ASGIResponse
from msgspec import inspect

from genial import games as game_names
from genial.core.errors import Fact, GenialError
from genial.core.facts import Option
from genial.core.view import View
from genial.games import facts, kit
from genial.server import api
from genial.server.api.game_types import PER_GAME, all_structs, structs_of
from genial.server.live import protocol
from genial.server.tables import events

_HEAD = (
    "// What goes over the wire. Written by `make types` from the server's structs; do not edit.\n"
)
_WIDTH = 100
_GAME = "GameName"
_PLAIN: dict[type[inspect.Type], str] = {
    inspect.NoneType: "null",
    inspect.BoolType: "boolean",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
    inspect.BytesType: "string",
}
_UNIONS: dict[str, Any] = {
    "Fact": Fact,
    "Phase": events.Phase,
    "Wish": events.Wish,
    "Sitter": events.Sitter,
    "FromClient": protocol.FromClient,
    "FromServer": protocol.FromServer,
}


class Unknown(GenialError):
    """A type that has no counterpart yet."""

    code = "no-such-type"


def typescript() -> str:
    """All types, those of the socket first."""
    names = _names()
    lines = [_HEAD, f"export const VERSION = {protocol.VERSION};\n"]
    lines += [_interface(struct, name, names) for struct, name in names.items()]
    for name, union in _UNIONS.items():
        lines.append(f"export type {name} ={_wrapped(_spelt(inspect.type_info(union), names))};\n")
    lines += [_options(name) for name in game_names()]
    lines.append(f"/** The games. */\nexport type {_GAME} = keyof ViewOf;\n")
    lines += [_by_game(base, names) for base in PER_GAME]
    return "\n".join(lines)


def _names() -> dict[type[msgspec.Struct], str]:
    """Every struct that is sent or received, and its name there."""
    names: dict[type[msgspec.Struct], str] = {}
    taken = {_GAME, *_UNIONS, *(base.__name__ for base in PER_GAME)}
    packages = {kit(name).__name__.rpartition(".")[0]: name for name in game_names()}
    for struct in _structs():
        name = struct.__name__
        game = packages.get(struct.__module__.rpartition(".")[0])
        if game is not None:
            name = _prefix(game) + name
        elif name in taken:
            name = struct.__module__.rpartition(".")[2].capitalize() + name
        if name in taken:
            raise Unknown(f"there are two structs {name}")
        names[struct] = name
        taken.add(name)
    return names


def _structs() -> Iterator[type[msgspec.Struct]]:
    """The structs of the socket, those of the API, and all that are in them, each once."""
    first: list[Any] = [*get_args(protocol.FromServer), *get_args(protocol.FromClient)]
    for module in sorted(pkgutil.iter_modules(api.__path__), key=lambda one: one.name):
        first += _asked_and_answered(importlib.import_module(f"{api.__name__}.{module.name}"))
    seen: set[type[msgspec.Struct]] = set()
    for kind in first:
        yield from _within(inspect.type_info(kind), seen)


def _asked_and_answered(module: ModuleType) -> Iterator[Any]:
    """The bodies of a module's requests and answers."""
    for there in vars(module).values():
        if not isinstance(there, type) or there.__module__ != module.__name__:
            continue
        if issubclass(there, msgspec.Struct):
            yield there
        for handler in vars(there).values():
            if isinstance(handler, HTTPRouteHandler):
                hints = get_type_hints(handler.fn, include_extras=True)
                for told in (hints.get("data"), hints["return"]):
                    if get_origin(told) is Response:
                        told = get_args(told)[0]
                    if told is not None and told is not ASGIResponse:
                        yield told


def _within(kind: inspect.Type, seen: set[type[msgspec.Struct]]) -> Iterator[type[msgspec.Struct]]:
    """The structs in a type that were not seen yet, the inner ones first."""
    if isinstance(kind, inspect.StructType):
        if kind.cls in PER_GAME:
            for struct in all_structs(kind.cls):
                yield from _within(inspect.type_info(struct), seen)
        elif kind.cls not in seen:
            seen.add(kind.cls)
            for field in kind.fields:
                yield from _within(field.type, seen)
            yield kind.cls
        return
    for inner in _inner(kind):
        yield from _within(inner, seen)


def _inner(kind: inspect.Type) -> tuple[inspect.Type, ...]:
    match kind:
        case inspect.UnionType(types=types):
            return types
        case inspect.DictType(key_type=key, value_type=value):
            return key, value
        case inspect.TupleType(item_types=types):
            return types
        case inspect.CollectionType(item_type=item):
            return (item,)
    return ()


def _interface(struct: type[msgspec.Struct], name: str, names: dict[Any, str]) -> str:
    """A struct. What a client may leave out, or the server does, is optional."""
    kind = inspect.type_info(struct)
    assert isinstance(kind, inspect.StructType)
    is_lax = (
        struct.__struct_config__.omit_defaults or struct.__struct_config__.forbid_unknown_fields
    )
    fields = [] if kind.tag is None else [f'{kind.tag_field}: "{kind.tag}"']
    for field in kind.fields:
        is_unset = field.default is field.default_factory is msgspec.NODEFAULT
        mark = "?" if not field.required and (is_lax or is_unset) else ""
        spelt = _spelt(field.type, names)
        if issubclass(struct, View) and field.name == "options":
            spelt = name.removesuffix(View.__name__) + "Options"
        fields.append(f"{field.encode_name}{mark}: {spelt}")
    says = (struct.__doc__ or "").strip().splitlines()[0]
    body = "".join(f"  {field};\n" for field in fields)
    return f"/** {says} */\nexport interface {name} {{\n{body}}}\n"


def _spelt(kind: inspect.Type, names: dict[Any, str]) -> str:
    """A type."""
    match kind:
        case inspect.StructType(cls=struct):
            return struct.__name__ if struct in PER_GAME else names[struct]
        case inspect.LiteralType(values=values):
            return " | ".join(msgspec.json.encode(value).decode() for value in values)
        case inspect.UnionType(types=types):
            return " | ".join(dict.fromkeys(_spelt(one, names) for one in types))
        case inspect.DictType(key_type=inspect.LiteralType() as key, value_type=value):
            return f"Partial<Record<{_spelt(key, names)}, {_spelt(value, names)}>>"
        case inspect.DictType(value_type=value):
            return f"Record<string, {_spelt(value, names)}>"
        case inspect.TupleType(item_types=types):
            return f"[{', '.join(_spelt(one, names) for one in types)}]"
        case inspect.CollectionType(item_type=item):
            spelt = _spelt(item, names)
            return f"({spelt})[]" if " | " in spelt else f"{spelt}[]"
    plain = _PLAIN.get(type(kind))
    if plain is None:
        raise Unknown(f"there is no TypeScript for {kind}")
    return plain


# --- the games


def _prefix(game: str) -> str:
    """The name of a game before those of its structs."""
    return game.title().replace("-", "")


def _options(game: str) -> str:
    """The options of a game, out of its facts."""
    about = facts(game)
    fields = {"players": "number", "start": "number"}
    fields |= {option.name: _values(option) for option in about.options}
    body = "".join(f"  {name}: {spelt};\n" for name, spelt in fields.items())
    name = f"{_prefix(game)}Options"
    return f"/** The options of {about.title}. */\nexport interface {name} {{\n{body}}}\n"


def _values(option: Option) -> str:
    if isinstance(option.default, int):
        return "number"
    return " | ".join(f'"{value}"' for value in option.values) or "string"


def _by_game(base: type[msgspec.Struct], names: dict[Any, str]) -> str:
    """What stands for a struct in each game, and in any of them."""
    name = base.__name__
    body = ""
    for game in game_names():
        own = [names[struct] for struct in structs_of(kit(game), base)]
        body += f'  "{game}": {" | ".join(own)};\n'
    return (
        f"/** The {name} of each game. */\nexport interface {name}Of {{\n{body}}}\n\n"
        f"export type {name} = {name}Of[{_GAME}];\n"
    )


def _wrapped(union: str) -> str:
    if len(union) < _WIDTH - 30:
        return " " + union
    return "".join(f"\n  | {one}" for one in union.split(" | "))


def main(arguments: list[str]) -> int:
    """Print the types, write them into a file, or check that a file has them; the exit code."""
    text = typescript()
    match arguments:
        case []:
            sys.stdout.write(text)
        case [path]:
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            Path(path).write_text(text, encoding="utf-8")
        case ["--check", path]:
            file = Path(path)
            if not file.exists() or file.read_text(encoding="utf-8") != text:
                print(
                    f"{path} does not fit the server's structs: run `make types`", file=sys.stderr
                )
                return 1
        case _:
            print("usage: python -m genial.server.api.typescript [[--check] FILE]", file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
