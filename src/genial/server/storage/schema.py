"""The tables of the database. Times are epoch seconds; what only Python reads is JSON text."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import (
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    false,
    true,
)

metadata = MetaData()

accounts = Table(
    "accounts",
    metadata,
    Column("account", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("folded", Text, nullable=False),  # the name as it is compared
    Column("skeleton", Text),  # what a kept name looks like; none: a guest, or an old look-alike
    Column("password", Text),  # a hash; none: a guest
    Column("recovery", Text),  # hashes of codes that open the account once
    Column("epoch", Integer, nullable=False, server_default="0"),  # older cookies are void
    Column("created", Double, nullable=False),
    Column("seen", Double, nullable=False),
    Column("bot", Boolean, nullable=False, server_default=false()),
    Column("admin", Boolean, nullable=False, server_default=false()),
    Column("banned", Boolean, nullable=False, server_default=false()),
    Column("settings", Text, nullable=False, server_default="{}"),
    Column("gone", Double),  # deleted then; the row goes when nothing names it any more
)
# Two accounts with passwords cannot have the same name; guests can.
Index(
    "kept_names",
    accounts.c.folded,
    unique=True,
    sqlite_where=accounts.c.password.is_not(None),
    postgresql_where=accounts.c.password.is_not(None),
)
Index("looks_of_names", accounts.c.skeleton, unique=True)
Index(
    "leaving",
    accounts.c.gone,
    sqlite_where=accounts.c.gone.is_not(None),
    postgresql_where=accounts.c.gone.is_not(None),
)

ended_sessions = Table(
    "ended_sessions",
    metadata,
    Column("session", Text, primary_key=True),  # a hash of the cookie that was logged out
    Column("until", Double, nullable=False),  # then the cookie is void anyway
)

tables = Table(
    "tables",
    metadata,
    Column("name", Text, primary_key=True),
    Column("secret", LargeBinary, nullable=False),
    Column("game", Text, nullable=False),
    Column("terms", Text, nullable=False),
    Column("seats", Text, nullable=False),
    Column("host", Text, nullable=False),
    Column("phase", Text, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("number", Integer, nullable=False),  # of the last event
    Column("turn", Integer),
    Column("bot", Text),  # the level of the bot that is to move
    Column("deadline", Double),
    Column("created", Double, nullable=False),
    Column("changed", Double, nullable=False),
    Column("result", Text),
    Column("settled", Boolean, nullable=False, server_default=false()),  # is it in the books?
    Column("evening", Text),  # the table at which these players began; none: it is this one
    Column("earlier", Integer, nullable=False, server_default="0"),  # tables of it before this one
)
Index("open_tables", tables.c.phase, tables.c.listed, tables.c.changed)
Index("deadlines", tables.c.deadline)
Index("changed_tables", tables.c.changed)
Index(
    "unsettled",
    tables.c.changed,
    sqlite_where=sa.text("phase = 'over' AND NOT settled"),
    postgresql_where=sa.text("phase = 'over' AND NOT settled"),
)

Index(
    "evenings",
    tables.c.evening,
    sqlite_where=tables.c.evening.is_not(None),
    postgresql_where=tables.c.evening.is_not(None),
)

events = Table(
    "events",
    metadata,
    Column("table_name", Text, ForeignKey("tables.name"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", Double, nullable=False),
    Column("body", Text, nullable=False),
    sqlite_with_rowid=False,
)

players = Table(
    "players",
    metadata,
    Column("table_name", Text, ForeignKey("tables.name"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("account", Text, nullable=False),
)
Index("games_of", players.c.account)

leases = Table(
    "leases",
    metadata,
    Column("job", Text, primary_key=True),
    Column("holder", Text, nullable=False),
    Column("until", Double, nullable=False),
)

processes = Table(
    "processes",
    metadata,
    Column("process", Text, primary_key=True),
    Column("beat", Double, nullable=False),
)

downtimes = Table(  # no process was alive; written by the heartbeat that ended it
    "downtimes",
    metadata,
    Column("began", Double, primary_key=True),
    Column("ended", Double, nullable=False),
)
Index("downtimes_ended", downtimes.c.ended)

secrets = Table(
    "secrets",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", LargeBinary, nullable=False),
)

talk = Table(
    "talk",
    metadata,
    Column("table_name", Text, ForeignKey("tables.name"), primary_key=True),
    Column("number", Integer, primary_key=True),  # of its own: chat makes no move stale
    Column("at", Double, nullable=False),
    Column("account", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("seat", Integer),  # none: a spectator, whom players at the table do not hear
    Column("text", Text, nullable=False),
)

presences = Table(
    "presences",
    metadata,
    Column("account", Text, primary_key=True),
    Column("process", Text, primary_key=True),  # that the account is connected to
)

blocks = Table(
    "blocks",
    metadata,
    Column("account", Text, primary_key=True),
    Column("blocked", Text, primary_key=True),
)

reports = Table(
    "reports",
    metadata,
    Column("report", Text, primary_key=True),
    Column("at", Double, nullable=False),
    Column("account", Text, nullable=False),  # that reports
    Column("about", Text, nullable=False),  # the account reported
    Column("table_name", Text),
    Column("line", Integer),  # of the talk there; none: it is not about one
    Column("text", Text, nullable=False),
    Column("closed", Double),
    Column("note", Text, nullable=False, server_default=""),  # what was done
)

tokens = Table(
    "tokens",
    metadata,
    Column("token", Text, primary_key=True),  # a hash
    Column("account", Text, nullable=False),
    Column("label", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("used", Double),
)
Index("tokens_of", tokens.c.account)

pushes = Table(
    "pushes",
    metadata,
    Column("endpoint", Text, primary_key=True),
    Column("account", Text, nullable=False),
    Column("keys", Text, nullable=False),
    Column("created", Double, nullable=False),
)
Index("pushes_of", pushes.c.account)

results = Table(
    "results",
    metadata,
    Column("table_name", Text, ForeignKey("tables.name"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("account", Text),  # none: a bot, or a deleted account
    Column("game", Text, nullable=False),
    Column("variant", Text, nullable=False),  # ratings are kept apart by it: players and variant
    Column("at", Double, nullable=False),
    Column("how", Text, nullable=False),
    Column("rank", Integer),
    Column("share", Double),  # 1 for a win, of n winners each gets 1/n
    Column("lowest", Integer),
    Column("total", Integer),
    Column("colours", Text),  # all points, lowest first, two digits each: compared as texts
    Column("rated", Boolean, nullable=False),  # solo: it counts as a record
    Column("uneven", Boolean, nullable=False, server_default=false()),  # position, head start
    Column("local", Boolean, nullable=False, server_default=false()),  # played in a browser
    Column("before", Double),  # ratings as people see them
    Column("after", Double),
    Column("weight", Double),  # how much a rated game counted for this seat: 1 is all of it
    Column("place", Text),  # a keyed hash of the network played from; forgotten after a while
)
Index("results_of", results.c.account, results.c.at)
Index(
    "placed_results",
    results.c.at,
    sqlite_where=results.c.place.is_not(None),
    postgresql_where=results.c.place.is_not(None),
)
Index("solo_records", results.c.game, results.c.variant, results.c.colours)

ratings = Table(
    "ratings",
    metadata,
    Column("account", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("variant", Text, primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("shown", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("changed", Double, nullable=False),
    Column("deviation", Double, nullable=False),  # as people see it: it falls slower than sigma
    Column("morning", Double, nullable=False),  # the deviation before the first game of that day
    Column("opponents", Integer, nullable=False, server_default="0"),  # different ones, see books
)
Index("best_rated", ratings.c.game, ratings.c.variant, ratings.c.shown)

dailies = Table(
    "dailies",
    metadata,
    Column("day", Text, primary_key=True),  # 2026-11-15, in UTC
    Column("secret", LargeBinary, nullable=False),
)

attempts = Table(
    "attempts",
    metadata,
    Column("day", Text, ForeignKey("dailies.day"), primary_key=True),
    Column("account", Text, primary_key=True),
    Column("table_name", Text, nullable=False),
    Column("lowest", Integer),
    Column("colours", Text),  # as in the results; none: not finished, or not in the books yet
    Column("at", Double),
    Column("ranked", Boolean, nullable=False, server_default=true()),  # an account just made is not
)

places = Table(
    "places",
    metadata,
    Column("account", Text, primary_key=True),
    Column("place", Text, nullable=False),  # a keyed hash of the network last played from
    Column("seen", Double, nullable=False),
)

waiting = Table(
    "waiting",
    metadata,
    Column("account", Text, primary_key=True),  # that wants to be paired
    Column("wish", Text, nullable=False),  # game, options, clock, rated or not, as JSON
    Column("rating", Double, nullable=False),
    Column("since", Double, nullable=False),
    Column("alive", Double, nullable=False),
    Column("table_name", Text),  # where it was paired
)

analyses = Table(
    "analyses",
    metadata,
    Column("table_name", Text, primary_key=True),
    Column("status", Text, nullable=False),  # queued, running, done, failed
    Column("asked", Double, nullable=False),
    Column("done", Integer, nullable=False, server_default="0"),  # moves looked at
    Column("total", Integer, nullable=False, server_default="0"),
    Column("body", Text),
    Column("account", Text, nullable=False, server_default=""),  # that asked, while it waits
    Column("place", Text, nullable=False, server_default=""),  # and from where: a keyed hash
    Column("due", Double, nullable=False, server_default="0"),  # whose turn is first
)

uploads = Table(
    "uploads",
    metadata,
    Column("upload", Text, primary_key=True),
    Column("account", Text, nullable=False),
    Column("at", Double, nullable=False),
    Column("text", Text, nullable=False),
)
Index("uploads_of", uploads.c.account)

boards = Table(  # of Genial Spezial
    "boards",
    metadata,
    Column("kept", Text, primary_key=True),  # what its owner calls it by in requests
    Column("account", Text, nullable=False),
    Column("board", Text, nullable=False),  # its name and the hash of its contents
    Column("layout", Text, nullable=False),  # its canonical JSON
    Column("changed", Double, nullable=False),
)
Index("boards_of", boards.c.account, boards.c.board, unique=True)

addresses = Table(
    "addresses",
    metadata,
    Column("account", Text, primary_key=True),
    Column("address", Text, nullable=False),  # for e-mail
    Column("language", Text, nullable=False),
    Column("code", Text),  # a hash; none: the address is confirmed
    Column("asked", Double, nullable=False),
    Column("tries", Integer, nullable=False, server_default="0"),
)
