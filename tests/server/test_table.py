"""Tables as replays of events: nothing here stores or waits."""

from __future__ import annotations

import pytest

import genial
from genial.core.errors import GenialError
from genial.core.state import State
from genial.server.errors import Refusal
from genial.server.tables import commands, proposals
from genial.server.tables.clocks import HAND_OVER, Clocks
from genial.server.tables.decision import Decision
from genial.server.tables.events import (
    Ended,
    Entry,
    Event,
    Free,
    Pace,
    Paused,
    Person,
    Robot,
    Screen,
    Started,
    Terms,
    decode,
    encode,
)
from genial.server.tables.records import record_of
from genial.server.tables.table import Table

ADA, BOB = Person("a", "Ada"), Person("b", "Bob")


class Book:
    """A table and all that happened at it."""

    def __init__(
        self, *seats: object, pace: Pace | None = None, rated: bool = False,
        game: str = "ingenious", **options: object,
    ) -> None:  # fmt: skip
        self.entries: list[Entry] = []
        self.table = Table("t", bytes(range(32)))
        self.now = 1000.0
        rules = genial.game(game, players=len(seats), **options)
        terms = Terms(game=game, options=rules.options, pace=pace, rated=rated)
        self.do(commands.open_table(self.table, self.now, rules, terms, "a", seats))  # type: ignore[arg-type]

    def do(self, decision: Decision) -> None:
        self.apply(*decision.events)
        assert self.table.state == decision.after.state, "decided as it is replayed"

    def apply(self, *events: Event) -> None:
        for event in events:
            entry = Entry(self.table.number + 1, self.now, decode(encode(event)))
            self.table.apply(entry)
            self.entries.append(entry)

    def start(self) -> None:
        self.do(commands.start(self.table, self.now, "a"))

    def move(self, text: str | None = None) -> None:
        assert self.table.state is not None
        assert self.table.turn is not None
        text = self.table.state.legal()[0] if text is None else text
        self.do(commands.move(self.table, self.now, self.table.turn, text))

    def again(self) -> Table:
        """The same table from its events alone."""
        table = Table("t", bytes(range(32)))
        for entry in self.entries:
            table.apply(entry)
        return table


def test_a_whole_game_replays_to_the_same_and_is_proven() -> None:
    book = Book(ADA, BOB)
    book.start()
    while book.table.phase == "playing":
        book.move()
    again = book.again()
    assert again.state == book.table.state
    assert again.ended == book.table.ended
    record = record_of(again, [1])
    assert genial.verify(record)
    assert "seat 1: Ada" in record


def test_a_player_sits_down_and_leaves() -> None:
    book = Book(ADA, Free())
    with pytest.raises(GenialError, match="Seat 2 is still free"):
        book.start()
    book.do(commands.sit(book.table, book.now, 2, BOB))
    with pytest.raises(GenialError, match="is taken"):
        commands.sit(book.table, book.now, 2, Person("c", "Cy"))
    book.do(commands.leave(book.table, book.now, "b"))
    assert book.table.seats == (ADA, Free())
    with pytest.raises(GenialError, match="You sit here already"):
        commands.sit(book.table, book.now, 2, ADA)


def test_only_the_host_starts() -> None:
    book = Book(ADA, BOB)
    with pytest.raises(GenialError, match="Only the host"):
        commands.start(book.table, book.now, "b")


def test_a_move_out_of_turn_is_refused() -> None:
    book = Book(ADA, BOB)
    book.start()
    assert book.table.state is not None
    with pytest.raises(genial.WrongTurn):
        commands.move(book.table, book.now, 2, book.table.state.legal()[0])


def test_clocks_charge_the_player_to_move() -> None:
    book = Book(ADA, BOB, pace=Pace(seconds=60, increment=2))
    book.start()
    book.now += 10
    book.move()
    assert book.table.clocks is not None
    assert book.table.clocks.left == (52, 60)
    assert book.table.deadline == book.now + 60
    book.now += 61
    assert commands.expire(book.table, book.now - 2, "club").events == []
    book.do(commands.expire(book.table, book.now, "club"))
    assert book.table.ended is not None
    assert book.table.ended.how == "time"
    assert book.table.ended.ranks == (1, 2)
    assert "ended: time 2" in record_of(book.table, [])


def test_a_pause_is_charged_to_no_player() -> None:
    clocks = Clocks.of(Pace(seconds=60), 2).pass_to(1, 100.0).delay(500.0)
    assert clocks.deadline == 660.0
    assert clocks.pass_to(2, 610.0).left == (50.0, 60.0)


def test_a_clock_rests_while_a_shared_screen_is_handed_over() -> None:
    book = Book(ADA, Screen("a", "Eve"), pace=Pace(seconds=60))
    book.start()
    assert book.table.deadline == book.now + 60, "its owner has the screen in hand"
    book.now += 10
    book.move()
    assert book.table.clocks is not None
    assert book.table.deadline == book.now + HAND_OVER + 60
    book.now += 20
    assert book.table.clocks.rest(book.now) == HAND_OVER - 20
    assert book.table.clocks.seconds_left(book.now) == [50, 60]
    assert commands.be_ready(book.table, book.now, 1).events == [], "it is the other's turn"
    book.do(commands.be_ready(book.table, book.now, 2))
    assert book.table.deadline == book.now + 60
    assert commands.be_ready(book.table, book.now, 2).events == [], "the clock runs already"
    book.now += 5
    book.move()
    assert book.table.clocks.left == (50, 55)
    book.now += HAND_OVER + 30
    assert book.table.clocks.seconds_left(book.now) == [20, 55], "it does not rest for ever"


def test_no_clock_rests_where_nothing_is_handed_over() -> None:
    for book in (
        Book(ADA, BOB, pace=Pace(seconds=60)),
        Book(ADA, Screen("a", "Eve"), pace=Pace(seconds=60), game="spezial"),  # nothing is hidden
    ):
        book.start()
        book.move()
        assert book.table.deadline == book.now + 60


def test_days_a_move_begin_anew_every_turn() -> None:
    clocks = Clocks.of(Pace(seconds=86400, by_turn=True), 2).pass_to(1, 0.0).pass_to(2, 4000.0)
    assert clocks.deadline == 90400.0
    assert clocks.left == (86400, 86400)


def test_with_three_players_a_bot_plays_on_for_one_who_resigns_and_is_ranked_last() -> None:
    book = Book(ADA, BOB, Person("c", "Cy"))
    book.start()
    book.do(commands.give_up(book.table, book.now, 2, "resigned", "kid"))
    assert book.table.seats[1] == Robot("kid")
    while book.table.phase == "playing":
        book.move()
    assert book.table.ended is not None
    assert book.table.ended.ranks is not None
    assert book.table.ended.ranks[1] == 3
    record = record_of(book.table, [])
    assert genial.verify(record), "the rules know nothing of resigning"
    assert book.table.state is not None
    is_different = book.table.ended.ranks != book.table.state.ranks
    ranks = " ".join(map(str, book.table.ended.ranks))
    assert f"\n{'placed' if is_different else 'result'}: {ranks}\n" in record
    assert ("\nplaced: " in record) == is_different, "said only if the rules differ"


def test_a_rated_table_that_a_bot_has_joined_has_no_rematch() -> None:
    book = Book(ADA, BOB, Person("c", "Cy"), rated=True, pace=Pace(seconds=60))
    book.start()
    book.do(commands.give_up(book.table, book.now, 2, "resigned", "kid"))
    while book.table.phase == "playing":
        book.move()
    with pytest.raises(Refusal, match="Only games between people"):
        proposals.propose(book.table, book.now, 1, "rematch", "kid")


def test_what_was_drawn_stays_drawn_after_a_take_back() -> None:
    book = Book(ADA, BOB)
    book.start()
    book.move()
    first = book.table.state
    assert first is not None
    book.do(proposals.take_back(book.table, book.now, 1))
    assert book.table.turn == 1
    book.move()
    second = book.table.state
    assert second is not None
    assert book.again().state == second
    assert second.log[2] == first.log[2], "the same move"
    assert "key" not in genial.replay(second.record()).record()
    while book.table.phase == "playing":
        book.move()
    record = record_of(book.table, [])
    with pytest.raises(genial.NotProven):
        genial.verify(record)


def test_two_take_a_move_back_when_both_agree() -> None:
    book = Book(ADA, BOB)
    book.start()
    with pytest.raises(GenialError, match="no move to take back"):
        proposals.propose(book.table, book.now, 1, "undo", "club")
    book.move()
    book.do(proposals.propose(book.table, book.now, 1, "undo", "club"))
    assert book.table.proposals == {"undo": (1,)}
    assert proposals.propose(book.table, book.now, 1, "undo", "club").events == []
    book.do(proposals.decline(book.table, book.now, 2, "undo"))
    assert book.table.proposals == {}
    book.do(proposals.propose(book.table, book.now, 1, "undo", "club"))
    book.do(proposals.propose(book.table, book.now, 2, "undo", "club"))
    assert book.table.turn == 1
    assert book.table.proposals == {}
    assert book.again().state == book.table.state


def test_against_a_bot_no_consent_is_needed() -> None:
    book = Book(ADA, Robot("kid"))
    book.start()
    book.move()
    book.do(proposals.propose(book.table, book.now, 1, "undo", "club"))
    assert book.table.turn == 1


def test_a_rated_game_knows_no_take_backs() -> None:
    book = Book(ADA, BOB, rated=True, pace=Pace(seconds=60))
    book.start()
    book.move()
    with pytest.raises(GenialError, match="cannot be taken back"):
        proposals.propose(book.table, book.now, 1, "undo", "club")


def test_wishes_and_pauses_make_no_move_stale() -> None:
    book = Book(ADA, BOB, pace=Pace(seconds=60))
    book.start()
    known = book.table.number
    book.do(proposals.propose(book.table, book.now, 2, "draw", "club"))
    book.apply(Paused(3.0))
    assert book.table.state is not None
    move = book.table.state.legal()[0]
    book.do(commands.move(book.table, book.now, 1, move, "", known))
    assert book.table.proposals == {}, "a move declines a proposal"
    with pytest.raises(GenialError, match="Something else has happened in"):
        commands.move(book.table, book.now, 2, move, "", known)


def test_a_draw_is_agreed_between_two_sides() -> None:
    book = Book(ADA, BOB)
    book.start()
    book.do(proposals.propose(book.table, book.now, 2, "draw", "club"))
    book.do(proposals.propose(book.table, book.now, 1, "draw", "club"))
    assert book.table.ended is not None
    assert (book.table.ended.how, book.table.ended.ranks) == ("agreed", (1, 1))
    assert "ended: agreed" in record_of(book.table, [])
    alone = Book(ADA, Robot("kid"))
    alone.start()
    with pytest.raises(GenialError, match="Bots do not agree"):
        proposals.propose(alone.table, alone.now, 1, "draw", "club")
    beside = Book(ADA, Screen("a", "Bob"))
    beside.start()
    assert isinstance(
        proposals.propose(beside.table, beside.now, 1, "draw", "club").events[0], Ended
    )
    three = Book(ADA, BOB, Person("c", "Cy"))
    three.start()
    with pytest.raises(GenialError, match="two sides"):
        proposals.propose(three.table, three.now, 1, "draw", "club")


def test_partners_resign_together() -> None:
    book = Book(ADA, BOB, Person("c", "Cy"), Person("d", "Di"), variant="teams")
    book.start()
    book.do(proposals.propose(book.table, book.now, 1, "resign", "club"))
    assert book.table.phase == "playing"
    book.do(proposals.propose(book.table, book.now, 3, "resign", "club"))
    assert book.table.ended is not None
    assert book.table.ended.ranks == (2, 1, 2, 1)


def test_a_player_whose_opponent_is_gone_wins_or_has_a_bot_play_on() -> None:
    book = Book(ADA, BOB)
    book.start()
    with pytest.raises(GenialError, match="not waiting for another player"):
        commands.claim(book.table, book.now, "a", "club", is_gone=True, replace=False)
    book.move()
    with pytest.raises(GenialError, match="still there"):
        commands.claim(book.table, book.now, "a", "club", is_gone=False, replace=False)
    won = commands.claim(book.table, book.now, "a", "club", is_gone=True, replace=False)
    assert won.events == [Ended(how="abandoned", seat=2, ranks=(1, 2), key=bytes(range(32)).hex())]
    book.do(commands.claim(book.table, book.now, "a", "club", is_gone=True, replace=True))
    assert book.table.bot_to_move == "club"
    while book.table.phase == "playing":
        book.move()
    assert book.table.ended is not None
    assert book.table.ended.ranks == (1, 2), "the player who left is last"


def test_without_its_host_a_table_that_waits_is_closed() -> None:
    book = Book(ADA, Free())
    book.do(commands.leave(book.table, book.now, "a"))
    assert book.table.phase == "over"


def test_nonces_of_players_go_into_the_deals() -> None:
    book = Book(ADA, Person("b", "Bob", "cd" * 32))
    book.do(commands.start(book.table, book.now, "a", "ab" * 32))
    while book.table.phase == "playing":
        book.move()
    record = record_of(book.table, [])
    assert f"nonce 1: {'ab' * 32}" in record
    assert f"nonce 2: {'cd' * 32}" in record
    assert genial.verify(record)


def test_a_host_who_does_not_play_adds_no_nonce() -> None:
    book = Book(Robot("kid"), BOB)
    (started,) = commands.start(book.table, book.now, "a", "ab" * 32).events
    assert isinstance(started, Started)
    assert list(started.nonces) == [2]
    assert started.nonces[2] != "ab" * 32


def test_a_repeated_command_is_recognised() -> None:
    book = Book(ADA, BOB)
    book.start()
    assert book.table.state is not None
    book.do(commands.move(book.table, book.now, 1, book.table.state.legal()[0], "x"))
    assert book.table.number_of(1, "x") == 3
    assert book.table.number_of(2, "x") is None


def test_partners_share_their_rank() -> None:
    book = Book(ADA, BOB, Person("c", "Cy"), Person("d", "Di"), variant="teams")
    book.start()
    while book.table.phase == "playing":
        book.move()
    assert book.table.state is not None
    assert book.table.ended is not None
    assert book.table.ended.ranks == book.table.state.ranks
    assert genial.verify(record_of(book.table, []))


def test_a_move_out_of_time_ends_the_turn_and_refuses_the_player() -> None:
    book = Book(ADA, BOB, pace=Pace(seconds=60))
    book.start()
    assert book.table.state is not None
    text = book.table.state.legal()[0]
    move = commands.move(book.table, book.now + 59, 1, text)
    assert commands.expire_instead(book.table, book.now + 59, 1, move, "club") is move
    late = commands.move(book.table, book.now + 60, 1, text)
    decision = commands.expire_instead(book.table, book.now + 60, 1, late, "club")
    assert [type(event) for event in decision.events] == [Ended]
    assert decision.after.phase == "over"
    assert decision.refusal is not None
    assert decision.refusal.code == "out-of-time"


def test_a_move_is_played_once_by_its_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    book = Book(ADA, BOB)
    book.start()
    assert book.table.state is not None
    text, played = book.table.state.legal()[0], list[str]()
    play = State.play

    def count(state: State, move: str, seat: int | None = None) -> State:
        played.append(move)
        return play(state, move, seat)

    monkeypatch.setattr(State, "play", count)
    decision = commands.move(book.table, book.now, 1, text)
    assert played == [text]
    assert decision.after.number == book.table.number + 1
    assert book.table.turn == 1, "the table before it stays as it is"
    assert decision.after.turn == 2


def test_a_rematch_is_decided_together_with_its_table() -> None:
    book = Book(ADA, BOB)
    book.start()
    book.do(commands.give_up(book.table, book.now, 1, "resigned", "club"))
    first = proposals.propose(book.table, book.now, 1, "rematch", "club")
    assert first.sequel is None
    book.do(first)
    second = proposals.propose(book.table, book.now, 2, "rematch", "club")
    assert second.sequel is not None
    new = second.sequel.after
    assert second.after.followed == new.name
    assert (new.phase, new.seats) == ("playing", (BOB, ADA))
    assert [entry.number for entry in second.sequel.entries] == [1, 2]
