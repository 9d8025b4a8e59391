"""Tables that begin from a position, and tables with head starts."""

from __future__ import annotations

import msgspec
import pytest

import genial
from genial.server.errors import Refusal
from genial.server.tables import commands, proposals
from genial.server.tables.decision import Decision
from genial.server.tables.events import Entry, Opened, Person, Robot, Started, Terms, decode, encode
from genial.server.tables.projection import situation
from genial.server.tables.records import record_of
from genial.server.tables.table import Table
from tests.cases import random_states

ADA, BOB = Person("a", "Ada"), Person("b", "Bob")


class Book:
    """A table that begins from a position of a random game, and all that happened at it."""

    def __init__(self, name: str = "ingenious", number: int = 7, **terms: object) -> None:
        self.before = [*random_states(name, {}, 3)][number]
        self.entries: list[Entry] = []
        self.table = Table("t", bytes(range(32)))
        game = self.before.game
        text = msgspec.json.encode(self.before.position()).decode()
        told = Terms(game=name, options=game.options, **terms)  # type: ignore[arg-type]
        self.do(commands.open_table(self.table, 1.0, game, told, "a", (ADA, BOB), text))

    def do(self, decision: Decision) -> None:
        for event in decision.events:
            entry = Entry(self.table.number + 1, 1.0, decode(encode(event)))
            self.table.apply(entry)
            self.entries.append(entry)

    def start(self) -> None:
        self.do(commands.start(self.table, 1.0, "a"))

    def move(self, count: int = 1) -> None:
        for _ in range(count):
            assert self.table.state is not None
            assert self.table.turn is not None
            text = self.table.state.legal()[0]
            self.do(commands.move(self.table, 1.0, self.table.turn, text))

    def again(self) -> Table:
        """The same table from its events alone."""
        table = Table("t", bytes(range(32)))
        for entry in self.entries:
            table.apply(entry)
        return table


@pytest.mark.parametrize("name", genial.games())
def test_a_game_from_a_position_is_replayed_from_its_events_and_proven(name: str) -> None:
    book = Book(name)
    book.start()
    assert book.table.state == book.before
    assert book.table.turn == book.before.turn
    while book.table.phase == "playing":
        book.move()
    again = book.again()
    assert again.state == book.table.state
    assert again.ended == book.table.ended
    record = record_of(again, [1])
    assert genial.verify(record)[0] == again.state
    assert genial.replay(record).history[0] == book.before


def test_everybody_sees_in_the_terms_that_the_game_began_from_a_position() -> None:
    book = Book()
    assert book.table.terms.from_position
    assert situation(book.table, (), 1.0).terms.from_position


def test_terms_and_messages_do_not_give_hidden_tiles_away() -> None:
    book = Book()
    own, other = book.before.position()["racks"]
    waiting = msgspec.json.encode(situation(book.table, (1,), 1.0)).decode()
    book.start()
    playing = msgspec.json.encode(situation(book.table, (1,), 1.0)).decode()
    running = record_of(book.table, [1])
    for text in (waiting, playing, running):
        assert msgspec.json.encode(other).decode() not in text
    assert msgspec.json.encode(own).decode() not in waiting
    assert msgspec.json.encode(own).decode() in playing
    assert '["??","??","??","??","??","??"]' in running
    spectators = msgspec.json.encode(situation(book.table, (), 1.0)).decode()
    assert msgspec.json.encode(own).decode() not in spectators


def test_a_waiting_table_shows_the_position_as_spectators_see_it() -> None:
    book = Book()
    shown = msgspec.json.decode(msgspec.json.encode(situation(book.table, (1,), 1.0)))["preview"]
    assert shown["board"] == book.before.view(None)["board"]
    assert shown["rack"] is None
    book.start()
    assert situation(book.table, (1,), 1.0).preview is None


def test_after_the_end_nothing_of_the_beginning_is_hidden() -> None:
    book = Book()
    book.start()
    book.do(commands.give_up(book.table, 1.0, 1, "resigned", "club"))
    told = msgspec.json.decode(msgspec.json.encode(situation(book.table, (1,), 1.0)))
    assert told["views"]["1"]["beginning"] == book.before.position()


def test_moves_before_the_position_cannot_be_taken_back() -> None:
    book = Book()
    book.start()
    with pytest.raises(Refusal, match="no move to take back"):
        proposals.propose(book.table, 1.0, book.table.turn or 1, "undo", "club")
    mover = book.table.turn or 1
    book.move()
    book.do(proposals.take_back(book.table, 1.0, mover))
    assert book.table.state == book.before


def test_a_rematch_begins_from_the_same_position_with_rotated_seats() -> None:
    book = Book()
    book.start()
    book.do(commands.give_up(book.table, 1.0, 1, "resigned", "club"))
    book.do(proposals.propose(book.table, 1.0, 1, "rematch", "club"))
    decision = proposals.propose(book.table, 1.0, 2, "rematch", "club")
    assert decision.sequel is not None
    again = decision.sequel.after
    assert again.state == book.before
    assert [sitter.name for sitter in again.seats if isinstance(sitter, Person)] == ["Bob", "Ada"]
    assert again.terms.from_position


def test_ordinary_tables_are_stored_as_before() -> None:
    table = Table("t", bytes(32))
    game = genial.game("phoenix")
    terms = Terms(game="phoenix", options=game.options)
    decision = commands.open_table(table, 1.0, game, terms, "a", (ADA, BOB))
    (opened,) = decision.events
    assert isinstance(opened, Opened)
    assert b"beginning" not in encode(opened)
    assert b"position" not in encode(opened)
    (started,) = commands.start(decision.after, 1.0, "a").events
    assert isinstance(started, Started)
    assert started.lines


def test_a_rated_game_neither_begins_from_a_position_nor_has_a_head_start() -> None:
    with pytest.raises(Refusal, match="begins from a position cannot be rated") as refusal:
        Book(rated=True)
    assert refusal.value.code == "rated-position"
    game = genial.game("phoenix", headstart="0 5")
    terms = Terms(game="phoenix", options=game.options, rated=True)
    with pytest.raises(Refusal, match="with a head start cannot be rated") as refusal:
        commands.open_table(Table("t", bytes(32)), 1.0, game, terms, "a", (ADA, BOB))
    assert refusal.value.code == "rated-head-start"


def test_in_a_rematch_players_keep_their_head_starts() -> None:
    game = genial.game("phoenix", headstart="0 5")
    terms = Terms(game="phoenix", options=game.options)
    table = Table("t", bytes(32))
    table = commands.open_table(table, 1.0, game, terms, "a", (ADA, Robot("kid"))).after
    table = commands.start(table, 1.0, "a").after
    assert table.state is not None
    assert [seat["points"] for seat in table.state.scores] == [0, 5]
    table = commands.give_up(table, 1.0, 1, "resigned", "club").after
    sequel = proposals.propose(table, 1.0, 1, "rematch", "club").sequel
    assert sequel is not None
    again = sequel.after
    assert again.seats[0] == Robot("kid")
    assert again.terms.options["headstart"] == "5 0"
    assert again.state is not None
    assert [seat["points"] for seat in again.state.scores] == [5, 0]
