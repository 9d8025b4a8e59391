"""Write what Python says of random games, for the browser's engine to say the same.

    python -m tests.wasm.golden FOLDER --positions 100000

writes one file a game, a line for each game played: its options and key, its moves, a digest of
every position, and what bots chose. `web/tests/engine/laws.ts` replays it.
"""

from __future__ import annotations

import argparse
import importlib
import json
import random
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

import genial
from genial.bots import make as make_bot
from genial.bots.registry import levels
from genial.core import engine
from genial.core.chance import NONCE_BYTES, fast_stream, key_from
from genial.core.ending import ending_of
from genial.core.kernel import copy_records
from genial.core.state import State
from genial.games import make
from genial.wasm.entries import deal_hidden_of
from genial.wasm.names import packages
from genial.wasm.tables import SERIES, all_options

EFFORT = 40  # iterations of levels that think as long as they have time
EXPLAINED = 3  # moves of a position
SPELT_EACH = 3  # of how many positions one is spelt, unless there shall be many
WHOLE = 15  # moves, after which everything is spelt, the log as well
BOTS_AFTER = (4, 20, 37, 77)  # moves; some of these positions are near the end
Data = dict[str, Any]


class Digester:
    """Digests positions of one game: all that the module says about them."""

    def __init__(self, package: str, game: genial.Game) -> None:
        self.game = game
        self.explain = importlib.import_module(f"genial.games.{package}.explain")
        self.deal_hidden = deal_hidden_of(package)
        self.places = getattr(game.kit, "choices", None)

    def digest(self, state: State) -> int:
        """Digest a position and how it came about."""
        crc = zlib.crc32(state.array.tobytes())
        crc = zlib.crc32(np.array(state.draws, np.int32).tobytes(), crc)
        assert state.stream is not None
        crc = zlib.crc32(state.stream.tobytes(), crc)
        utilities = np.zeros(self.game.players)
        status = engine.status(state.array, 0, utilities)
        crc = zlib.crc32(np.array(status, np.int32).tobytes(), crc)
        crc = zlib.crc32(utilities.tobytes(), crc)
        legal = state.legal().codes
        crc = zlib.crc32(legal.tobytes(), crc)
        for part in (*self._views(state), *self._explanations(state, legal), *self._choices(state)):
            crc = zlib.crc32(part, crc)
        return crc

    def _views(self, state: State) -> Iterator[bytes]:
        for seat in range(-1, self.game.players):
            seen = copy_records(state.array)
            engine.redact(seen, 0, seat)
            yield seen.tobytes()
            if seat == (state.turn or 0) - 1:
                stream = fast_stream(state.move_count)
                self.deal_hidden(seen, seat, stream)
                yield seen.tobytes()
                yield stream.tobytes()

    def _explanations(self, state: State, legal: Any) -> Iterator[bytes]:
        for k in range(min(EXPLAINED, len(legal))):
            games = np.zeros(2, state.array.dtype)
            games[:1] = state.array
            out = np.zeros(self.explain.N_NUMBERS, np.int32)
            n = self.explain.explain_move(games, int(legal[k * len(legal) // EXPLAINED]), out)
            yield np.int32(n).tobytes()
            yield out[: max(0, n)].tobytes()

    def _choices(self, state: State) -> Iterator[bytes]:
        found = None if self.places is None or state.over else self.places(state.array)
        if found is not None:
            yield json.dumps([found.places, found.points], separators=(",", ":")).encode()


def play(
    package: str, options: Data, seed: int, *, with_bots: bool = False, spelt_each: int = 1
) -> Data:
    """Play a random game and tell of it; spell one of `spelt_each` positions."""
    name = importlib.import_module(f"genial.games.{package}").FACTS.name
    game, chooser = make(name, options), random.Random(seed)
    nonces = {seat: bytes([seat]) * NONCE_BYTES for seat in range(1, game.options["start"])}
    state, digester = game.start(seed=seed, nonces=nonces), Digester(package, game)
    told: Data = {"options": game.options, "key": key_from(seed).hex(),
                  "nonces": {seat: nonce.hex() for seat, nonce in nonces.items()}, "moves": [],
                  "digests": [digester.digest(state)], "bots": []}  # fmt: skip
    while not state.over:
        if with_bots and state.move_count in BOTS_AFTER:
            told["bots"] += bot_choices(state, seed)
        move = int(chooser.choice(state.legal().codes))
        state = state.play_code(move)
        told["moves"].append(move)
        told["digests"].append(digester.digest(state))
    history = state.history
    told["spelt"] = {past.move_count: zlib.crc32(spelling(past).encode())
                     for past in (*history[:-1:spelt_each], state)}  # fmt: skip
    told["wholes"] = {past.move_count: zlib.crc32(whole(past).encode())
                      for past in (*history[: WHOLE + 1 : WHOLE], state)}  # fmt: skip
    told["logs"] = [log_digest(state, seat) for seat in (None, *range(1, game.players + 1))]
    return told


def replay(package: str, told: Data, moves: int) -> State:
    """Play the first moves of a game that was told."""
    name = importlib.import_module(f"genial.games.{package}").FACTS.name
    nonces = {int(seat): bytes.fromhex(nonce) for seat, nonce in told["nonces"].items()}
    state = make(name, told["options"]).start(bytes.fromhex(told["key"]), nonces=nonces)
    for move in told["moves"][:moves]:
        state = state.play_code(move)
    return state


def log_digest(state: State, seat: int | None) -> int:
    """Digest the log that a seat, or a spectator, sees."""
    lines = [line for past in state.history for line in past.news(seat)]
    return zlib.crc32("\n".join(lines).encode())


def spelling(state: State) -> str:
    """Spell what is said of a position: views, choices, what the last move did, explanations."""
    legal = state.legal()
    explained = [legal[k * len(legal) // EXPLAINED] for k in range(min(EXPLAINED, len(legal)))]
    parts = [
        *(state.view_struct(seat, log=False) for seat in _seats(state)),
        state.choices(),
        state.effect,
        *(state.explanation(move) for move in explained),
    ]
    return "\n".join(msgspec.json.encode(part).decode() for part in parts)


def whole(state: State) -> str:
    """Spell what is said of a game up to a position: views with logs, endings, the record."""
    some_ranks = [1 + track for track in state.game.tracks]
    parts = [
        *(state.view_struct(seat) for seat in _seats(state)),
        *(ending_of(state, ranks) for ranks in (state.ranks, some_ranks, None)),
    ]
    record = state.record(seat_1="Ada")
    return "\n".join([*(msgspec.json.encode(part).decode() for part in parts), record])


def _seats(state: State) -> tuple[int | None, ...]:
    return (None, *range(1, state.game.players + 1))


def bot_choices(state: State, seed: int) -> Iterator[Data]:
    """Let all levels choose a move of this position."""
    assert state.turn is not None
    view, read = state.view(state.turn), state.game.kit.read
    for level in levels(state.game):
        limit = {} if _effort(state.game, level) else {"effort": EFFORT}
        thought = make_bot(state.game, level, seed=seed, **limit).think(view)
        yield {
            "ply": state.move_count, "level": level, "seed": seed, "log": view["log"], **limit,
            "move": read(thought.move), "value": list(thought.value),
            "candidates": [[read(c.move), c.visits, c.value] for c in thought.candidates],
        }  # fmt: skip


def _effort(game: genial.Game, level: str) -> bool:
    """Tell whether a level is greedy, or has an effort of its own."""
    maker = importlib.import_module(f"genial.bots.{game.name.replace('-', '_')}").bots(game)[level]
    return "style" in maker.keywords or maker.keywords.get("effort") is not None


def games_of(package: str, *, spelt_each: int) -> Iterator[Data]:
    """Play games over all options, without end; bots choose in the first of some."""
    facts = importlib.import_module(f"genial.games.{package}").FACTS
    for seed in range(1 << 30):
        for k, options in enumerate(all_options(package)):
            players = options["players"]
            if (seed + k) % 2 == 1 and players > 1 and max(facts.head_starts):
                lead = [(seed + seat % 2) % (max(facts.head_starts) + 1) for seat in range(players)]
                options = {**options, "headstart": " ".join(map(str, lead))}
            if options.get("games", 1) > 1:
                options = {**options, "games": SERIES + seed % 3}
            with_bots = seed == 0 and options["start"] == players
            yield play(package, options, seed, with_bots=with_bots, spelt_each=spelt_each)


def write(package: str, path: Path, *, positions: int = 0) -> None:
    """Write games until there are this many positions, and every option at least once."""
    count, least = 0, len(list(all_options(package)))
    spelt_each = 1 if positions else SPELT_EACH
    with path.open("w") as file:
        for n, told in enumerate(games_of(package, spelt_each=spelt_each), 1):
            file.write(json.dumps(told, separators=(",", ":")) + "\n")
            count += len(told["digests"])
            if n >= least and count >= positions:
                return


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--positions", type=int, default=0)
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    for package in packages():
        write(package, given.folder / f"{package}.jsonl", positions=given.positions)


if __name__ == "__main__":
    main()
