"""What TypeScript has to know of a game: where records keep what, templates, levels, names.

All of it is read from the Python modules that define it, and checked where it could be wrong.
"""

from __future__ import annotations

import base64
import functools
import importlib
import itertools
from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np

from genial.bots import tree
from genial.bots.greedy import Greedy
from genial.bots.registry import LEVELS
from genial.bots.search import Search
from genial.core.facts import HEAD_START
from genial.core.game import TRACE, Game
from genial.core.view import View
from genial.games import make
from genial.wasm.names import CONSTANT_FIELDS, lists_of, names_of, numbers_of

Data = dict[str, Any]
SERIES = 2  # stands for all series of Tile Challenge: only the number of games differs
_TYPES = {"|i1": "i1", "|u1": "u1", "<i2": "i2", "<i4": "i4", "<i8": "i8", "<u8": "u8"}


def tables_of(package: str) -> Data:
    """Return the tables of a game as plain data."""
    kit = importlib.import_module(f"genial.games.{package}.kit")
    model = importlib.import_module(f"genial.bots.{package}.model")
    name = kit.FACTS.name
    games = [make(name, options) for options in all_options(package)]
    return {
        "game": name,
        "version": _view_version(kit.View),
        "record": layout_of(kit.rules.DTYPE),
        "features": model.FEATURES.itemsize,
        "node": _node(),
        "most": {
            "moves": kit.rules.MAX_MOVES,
            "outcomes": kit.rules.MAX_OUTCOMES,
            "trace": TRACE,
            "seats": tree.MAX_SEATS,
            "depth": tree.MAX_DEPTH,
        },
        "explanation": importlib.import_module(f"genial.games.{package}.explain").N_NUMBERS,
        "series": SERIES if package == "tile_challenge" else 0,
        "templates": [_template(package, game) for game in games],
        "weights": {name: w.size for name, w in weights_of(package).items()},
        "settings": [float(model.SETTINGS[setting]) for setting in tree.SETTINGS],
        "levels": _levels(package, games[0]),
        "names": names_of(package),
        "numbers": numbers_of(package),
        "lists": lists_of(package),
    }


def _view_version(view: type[View]) -> int:
    fields = {field.name: field for field in msgspec.structs.fields(view)}
    return int(fields["version"].default)


def layout_of(dtype: np.dtype[np.void]) -> Data:
    """Return where a record keeps what."""
    fields: Data = {}
    for name in dtype.names or ():
        kind, offset = dtype.fields[name][:2]  # type: ignore[index]
        base = kind.subdtype[0] if kind.subdtype else kind
        count = int(np.prod(kind.shape, dtype=np.int64))
        fields[name] = {
            "type": _TYPES[base.str], "offset": offset, "size": base.itemsize, "count": count,
        }  # fmt: skip
    return {"size": dtype.itemsize, "fields": fields}


def _node() -> Data:
    offsets = {name: tree.NODE.fields[name][1] for name in tree.NODE.names or ()}  # type: ignore[index]
    return {
        "size": tree.NODE.itemsize,
        "parent": offsets["parent"],
        "move": offsets["move"],
        "visits": offsets["visits"],
        "valueSums": offsets["value_sums"],
    }


# --- options and templates -----------------------------------------------------------------


def all_options(package: str) -> Iterator[Data]:
    """Every combination of options that a game allows, without head starts."""
    facts = importlib.import_module(f"genial.games.{package}").FACTS
    own = [[(option.name, value) for value in _values(package, option)] for option in facts.options]
    for players in facts.players:
        for start in range(1, players + 1):
            for chosen in itertools.product(*own):
                options = {"players": players, "start": start, **dict(chosen)}
                if _is_allowed(facts.name, options):
                    yield options


def _values(package: str, option: Any) -> list[Any]:
    if package == "tile_challenge" and option.name == "games":
        return [1, SERIES]
    return list(option.values) or [option.default]


def _is_allowed(name: str, options: Data) -> bool:
    from genial.core.errors import BadOption

    try:
        game = make(name, options)
    except BadOption:
        return False
    # An option that is left out while it has its default must not come twice.
    return {**options} == {**options, **game.options}


def _template(package: str, game: Game) -> Data:
    view = game.start(seed=0).view(None, log=False)
    return {
        "options": game.options,
        "record": base64.b64encode(game.template.tobytes()).decode(),
        "tracks": list(game.tracks),
        "view": {field: view[field] for field in CONSTANT_FIELDS[package]},
        "weights": weights_name(package, game),
        "headStart": [_head_start(game, seat) for seat in range(game.players)],
    }


def _head_start(game: Game, seat: int) -> list[list[int]]:
    """Return the bytes that a head start of a seat changes, and by how much a point each."""
    highest = max(game.facts.head_starts)
    if game.players == 1 or highest == 0:
        return []
    one, most = (_given(game, seat, points) for points in (1, highest))
    before = np.frombuffer(game.template.tobytes(), np.uint8).astype(int)
    steps, reach = one - before, most - before
    assert (reach == highest * steps).all(), "a head start must add the same for every point"
    return [[int(at), int(steps[at])] for at in np.flatnonzero(steps)]


def _given(game: Game, seat: int, points: int) -> Any:
    words = ["0"] * game.players
    words[seat] = str(points)
    array = np.zeros(1, game.template.dtype)
    game.kit.configure(
        array.view(np.recarray)[0], {**game.options, HEAD_START: " ".join(words)}
    )  # fmt: skip
    return np.frombuffer(array.tobytes(), np.uint8).astype(int)


# --- bots ----------------------------------------------------------------------------------


def weights_name(package: str, game: Game) -> str:
    """Return the name of the weights of a game with these options."""
    model = importlib.import_module(f"genial.bots.{package}.model")
    file_name = getattr(model, "file_name", None)
    if file_name is not None:
        return str(file_name(game.options))
    return str(game.options["players"])


@functools.cache
def weights_of(package: str) -> dict[str, Any]:
    """Return all weights of a game by name."""
    model = importlib.import_module(f"genial.bots.{package}.model")
    name = importlib.import_module(f"genial.games.{package}").FACTS.name
    games = [make(name, options) for options in all_options(package)]
    return {weights_name(package, game): model.load_weights(game.options) for game in games}


def _levels(package: str, game: Game) -> Data:
    bots = importlib.import_module(f"genial.bots.{package}")
    model = importlib.import_module(f"genial.bots.{package}.model")
    makers = bots.bots(game)
    return {level: _level(makers[level], model) for level in LEVELS if level in makers}


def _level(maker: Any, model: Any) -> Data:
    given = maker.keywords
    if maker.func is Greedy:
        style = model.STYLES.index(given["style"])
        return {"kind": "greedy", "style": style, "overlook": given["overlook"]}
    kinds = {"Search": "search", "EndgameSearch": "endgame", "TurnSearch": "turn"}
    assert maker.func is Search or maker.func.__name__ in kinds
    return {"kind": kinds[maker.func.__name__], "effort": given.get("effort")}
