"""Matches: in this process and in workers, kept and resumed, with and without trouble."""

from __future__ import annotations

import contextlib
import json
import multiprocessing
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import genial
from genial.arena import BotFailure, Match, Report, Sprt, lineup, match
from genial.arena.host import Host, Setup
from genial.arena.lineup import Entrant, entrants
from genial.arena.match import in_this_process, in_workers
from genial.arena.match_folder import BadFolder, MatchFolder
from genial.arena.play import Played
from genial.arena.schedule import Plan, fixtures, plans
from genial.bots import Bot
from genial.core.errors import BadOption, GenialError
from tests.arena import bots

GAME = genial.game("ingenious", players=2)
CHANCE = "chance=py:tests.arena.bots:Chance"
FIRST = "first=py:tests.arena.bots:First"


def without_times(report: Report) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(report)
    for bot in plain["bots"]:
        del bot["ms_per_move"], bot["max_ms"]
    return plain


def test_a_match_is_the_same_under_its_seed_wherever_it_is_played(tmp_path: Path) -> None:
    here = match(GAME, [CHANCE, FIRST], games=6, seed=4, out=tmp_path / "here")
    there = match(GAME, [CHANCE, FIRST], games=6, seed=4, workers=2, out=tmp_path / "there")
    other = match(GAME, [CHANCE, FIRST], games=6, seed=5)
    assert without_times(here) == without_times(there)
    assert without_times(here) != without_times(other)
    records = [
        {
            state.record()
            for state in genial.replay_all((tmp_path / folder / "games-1.records").read_text())
        }
        for folder in ("here", "there")
    ]
    assert records[0] == records[1]
    assert len(records[0]) == 6


def test_games_of_a_deal_have_the_same_key_and_rotated_seats(tmp_path: Path) -> None:
    match(GAME, [CHANCE, FIRST], games=4, seed=4, out=tmp_path)
    text = (tmp_path / "games-1.records").read_text()
    genial.verify(text)
    headers = [dict(line.split(": ", 1) for line in record.splitlines() if ": " in line)
               for record in text.split("\n\n") if "key: " in record]  # fmt: skip
    assert [each["deal"] for each in headers] == ["1", "1", "2", "2"]
    assert headers[0]["key"] == headers[1]["key"] != headers[2]["key"]
    assert [each["seat 1"] for each in headers] == ["chance", "first"] * 2


@pytest.mark.parametrize(
    ("kind", "why", "part"),
    [
        ("Dies:turns=2", "crash", "its process died (signal 11)"),
        ("Hangs:turns=2", "time", "did not answer within 3 s"),
        ("CannotBeMade", "crash", "RuntimeError: out of luck"),
        ("Raises:turns=2", "crash", "ValueError"),
    ],
)
def test_a_worker_that_is_lost_costs_one_game(
    kind: str, why: str, part: str, tmp_path: Path
) -> None:
    bad = f"py:tests.arena.bots:{kind}"
    report = match(GAME, [CHANCE, bad], games=2, seed=1, limit=3.0, workers=1, out=tmp_path)
    assert report.games == 2
    assert [bot.share for bot in report.bots] == [1.0, 0.0]
    assert report.bots[1].forfeits == 2
    assert {forfeit.why for forfeit in report.forfeits} == {why}
    assert part in report.forfeits[0].reason
    states = genial.replay_all((tmp_path / "games-1.records").read_text())
    if "turns=2" in kind:
        assert all(state.log.count("keep") < len(state.log) > 5 for state in states)


@pytest.mark.parametrize("workers", [0, 1])
def test_a_class_of_ones_own_needs_only_choose(workers: int) -> None:
    game = genial.game("tile-challenge", players=2)
    least = "py:tests.arena.bots:OnlyChooses"
    report = match(game, ["random", least], games=2, seed=1, workers=workers)
    assert (report.games, report.forfeits) == (2, [])


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        ("Silent", "Silent has no method choose"),
        ("TakesNothing", "TakesNothing cannot be called as TakesNothing(game, seed=…)"),
        ("FailsAtOnce", "FailsAtOnce fails at its first moves: ZeroDivisionError: "),
    ],
)
def test_a_class_that_is_no_bot_is_refused_in_one_sentence(kind: str, sentence: str) -> None:
    game = genial.game("tile-challenge", players=2)
    with pytest.raises(BadOption) as refused:
        match(game, ["random", f"py:tests.arena.bots:{kind}"], games=2, seed=1)
    assert str(refused.value).startswith(f"py:tests.arena.bots:{sentence}")


def test_a_bot_that_cannot_be_made_at_all_stops_the_match() -> None:
    for workers in (0, 1):
        with pytest.raises(GenialError, match="there is no bot 'nobody'"):
            match(GAME, [CHANCE, "nobody"], games=2, workers=workers)


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Replace bots of this process: by the name each has, the class of tests.arena.bots it gets."""
    replaced: dict[str, str] = {}

    def make_bot(entrant: Entrant, game: genial.Game, *, seed: int, told: object) -> Bot:
        if entrant.source in replaced:
            kind: type[bots.First] = getattr(bots, replaced[entrant.source])
            return kind(game, seed=seed, turns=4)
        return lineup.make_bot(entrant, game, seed=seed, told={})

    monkeypatch.setattr("genial.arena.host.make_bot", make_bot)
    monkeypatch.setattr("genial.arena.host.rehearse", lambda game, bot: None)
    return replaced


@pytest.mark.parametrize(
    ("kind", "part"), [("Illegal", "illegal move 'Rh8Bh9x'"), ("Raises", "ValueError: no idea")]
)
def test_a_forfeit_of_an_own_bot_stops_the_match_and_names_the_game(
    kind: str, part: str, failing: dict[str, str], tmp_path: Path
) -> None:
    failing["util"] = kind
    for out in (tmp_path, None):
        with pytest.raises(BotFailure, match="one of Genial's own bots") as caught:
            match(GAME, ["util", CHANCE], games=4, seed=9, out=out)
        sentence, path = str(caught.value), caught.value.record
        assert sentence.startswith("util, one of Genial's own bots, failed in game 1 of seed 9, on")
        assert part in sentence
        assert sentence.endswith(str(path))
        state = genial.replay(path.read_text())
        assert sum(not line.startswith("*") for line in state.log) == 8
        assert f"forfeit: seat 1: {part}" in path.read_text()
        assert (path.parent == tmp_path) == (out is not None)


OWN = ["random", CHANCE]


def own_match(out: Path | None = None) -> dict[str, Any]:
    return without_times(match(GAME, OWN, games=6, seed=9, out=out))


def own_setup() -> tuple[Setup, list[Plan]]:
    bots, places = entrants(OWN)
    setup = Setup(game="ingenious", options=GAME.options, entrants=bots, seed=9, limit=30.0)
    return setup, plans(GAME, places)


def test_a_match_goes_on_after_a_failure_where_it_was_left(
    failing: dict[str, str], tmp_path: Path
) -> None:
    whole = own_match()
    with contextlib.closing(MatchFolder(tmp_path, *own_setup())) as store:
        games = Match(*own_setup(), games=6, folder=store).run(in_this_process)
        assert [next(games).number for _ in range(3)] == [1, 2, 3]
        failing["random"] = "Illegal"
        with pytest.raises(BotFailure, match="failed in game 4 of seed 9"):
            next(games)
    assert (tmp_path / "failed-4.record").exists()
    failing.clear()
    assert own_match(tmp_path) == whole


def test_a_kept_game_that_an_own_bot_forfeited_is_played_again(
    failing: dict[str, str], tmp_path: Path
) -> None:
    whole = own_match()
    setup, planned = own_setup()
    with contextlib.closing(MatchFolder(tmp_path, setup, planned)) as store, Host(setup) as host:
        failing["random"] = "Illegal"
        store.keep(host.play(fixtures(planned, 6)[2]))  # as when such games counted
        failing.clear()
    assert own_match(tmp_path) == whole
    assert own_match(tmp_path) == whole
    assert len((tmp_path / "games.jsonl").read_text().splitlines()) == 7


def test_an_own_bot_that_is_too_slow_fails_in_a_worker_too() -> None:
    with pytest.raises(BotFailure, match=r"^search:seconds=2, one of .* s for a move; 0.5 s are"):
        match(GAME, [CHANCE, "search:seconds=2"], games=2, seed=1, limit=0.5, workers=1)


def contest(folder: Path | None, games: int = 8, **more: Any) -> tuple[Match, MatchFolder | None]:
    bots, places = entrants([CHANCE, FIRST])
    setup = Setup(game="ingenious", options=GAME.options, entrants=bots, seed=9, limit=30.0)
    store = None if folder is None else MatchFolder(folder, setup, plans(GAME, places))
    return Match(setup, plans(GAME, places), games=games, folder=store, **more), store


def test_what_was_played_is_not_played_again(tmp_path: Path) -> None:
    whole, _ = contest(None)
    for _ in whole.run(in_this_process):
        pass
    first, store = contest(tmp_path)
    for count, _ in enumerate(first.run(in_this_process), 1):
        if count == 5:
            break
    assert first.report().games == 4
    assert first.report().unpaired == 1
    assert store is not None
    store.close()
    again, store = contest(tmp_path)
    assert [fixture.number for fixture in again.remaining] == [6, 7, 8]
    for _ in again.run(in_this_process):
        pass
    assert store is not None
    store.close()
    assert without_times(again.report()) == without_times(whole.report())
    assert len(genial.replay_all((tmp_path / "games-1.records").read_text())) == 8


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Let an interrupt raise KeyboardInterrupt, also where a shell has it ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_while_a_game_is_written_waits_until_it_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep = MatchFolder.keep

    def keep_and_interrupt(store: MatchFolder, played: Played) -> None:
        keep(store, played)
        if played.number == 4:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(MatchFolder, "keep", keep_and_interrupt)
    running, store = contest(tmp_path)
    assert store is not None
    with contextlib.closing(store), pytest.raises(KeyboardInterrupt):
        list(running.run(in_this_process))
    assert [fixture.number for fixture in running.remaining] == [5, 6, 7, 8]
    assert (tmp_path / "games.jsonl").read_text().count('"number":') == 4


def test_what_a_crash_leaves_half_written_is_cut_off(tmp_path: Path) -> None:
    match(GAME, [CHANCE, FIRST], games=4, seed=9, out=tmp_path)
    lines, records = tmp_path / "games.jsonl", tmp_path / "games-1.records"
    whole, text = lines.read_bytes(), records.read_text()
    cut = whole.rstrip(b"\n").rfind(b"\n") + 1
    lines.write_bytes(whole[: cut + 40])
    records.write_text(text + "\ngame: ingen")
    report = match(GAME, [CHANCE, FIRST], games=4, seed=9, out=tmp_path)
    assert report.games == 4
    assert sorted(genial.replay_all(records.read_text()), key=str) == sorted(
        genial.replay_all(text), key=str
    )
    assert len(lines.read_text().splitlines()) == 4


def test_a_folder_keeps_one_match(tmp_path: Path) -> None:
    match(GAME, [CHANCE, FIRST], games=2, seed=9, out=tmp_path)
    assert MatchFolder.seed(tmp_path) == 9
    for written, seed, part in (
        ([CHANCE, FIRST], 8, "seed 9, not 8"),
        ([FIRST, CHANCE], 9, "keeps another match: entrants"),
    ):
        with pytest.raises(BadFolder, match=part):
            match(GAME, written, games=2, seed=seed, out=tmp_path)
    with pytest.raises(BadFolder, match="options"):
        match(genial.game("ingenious", start=2), [CHANCE, FIRST], games=2, seed=9, out=tmp_path)
    assert match(GAME, [CHANCE, FIRST], games=4, seed=9, out=tmp_path).games == 4


def test_two_matches_cannot_share_a_folder(tmp_path: Path) -> None:
    _, store = contest(tmp_path)
    with pytest.raises(BadFolder, match="in use"):
        contest(tmp_path)
    assert store is not None
    store.close()
    _, store = contest(tmp_path)
    assert store is not None
    store.close()


def test_folders_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadFolder, match="file"):
        contest(tmp_path / "file")
    folder = tmp_path / "broken"
    folder.mkdir()
    (folder / "games.jsonl").write_text("{}\n")
    with pytest.raises(BadFolder, match=r"no match\.json"):
        contest(folder)


def test_long_matches_have_several_files_of_records(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("genial.arena.match_folder._LARGEST", 3000)
    match(GAME, [CHANCE, FIRST], games=6, seed=9, out=tmp_path)
    files = sorted(tmp_path.glob("games-*.records"))
    assert len(files) > 1
    assert sum(len(genial.replay_all(file.read_text())) for file in files) == 6
    places = [json.loads(line) for line in (tmp_path / "games.jsonl").read_text().splitlines()]
    assert {place["file"] for place in places} == set(range(1, len(files) + 1))
    assert match(GAME, [CHANCE, FIRST], games=8, seed=9, out=tmp_path).games == 8


def test_a_test_stops_the_match_with_the_same_deal_however_it_is_played() -> None:
    test = Sprt(0, 400)
    here = match(GAME, ["py:tests.arena.bots:Raises:turns=0", FIRST], games=400, seed=1, sprt=test)
    assert here.sprt is not None
    assert here.sprt.verdict == "accept-h0"
    assert here.games < 40
    written = ["py:tests.arena.bots:Raises:turns=0", FIRST]
    there = match(GAME, written, games=400, seed=1, sprt=test, workers=2)
    assert there.games == here.games
    assert there.sprt == here.sprt


def test_impossible_matches_are_refused() -> None:
    with pytest.raises(BadOption, match="games must be 1 to"):
        match(GAME, [CHANCE, FIRST], games=0)
    with pytest.raises(BadOption, match="sprt compares 2 bots, not 3"):
        match(GAME, [CHANCE, FIRST, "util"], games=2, sprt=Sprt(0, 5))


def test_stopping_leaves_no_process_behind() -> None:
    running, _ = contest(None, games=200)
    games = running.run(in_workers(2))
    next(games)
    assert len(multiprocessing.active_children()) == 2
    games.close()
    assert multiprocessing.active_children() == []
