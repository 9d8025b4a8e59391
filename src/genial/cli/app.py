"""The command tree: every command with its help; a command is imported when it is called."""

from __future__ import annotations

from dataclasses import dataclass

from cyclopts import App

from genial import __version__


@dataclass(frozen=True)
class Command:
    """A command as the help shows it, and where its function is: MODULE:FUNCTION."""

    name: str
    function: str
    summary: str
    details: str = ""
    examples: str = ""

    @property
    def help(self) -> str:
        """The summary, and the details as one paragraph that the terminal wraps."""
        details = " ".join(self.details.split())
        return f"{self.summary}\n\n{details}" if details else self.summary

    @property
    def epilogue(self) -> str:
        """What stands below the options."""
        return f"Examples:\n\n{self.examples}" if self.examples else ""


COMMANDS = (
    Command(
        "play",
        "play:play",
        "Play a game in the terminal.",
        """Without GAME, a short menu asks what to play. Play against bots, from kid to genius, with
        friends at the same keyboard, or both.""",
        """\
  genial play                                    choose from a menu
  genial play ingenious                          play against one casual bot
  genial play ingenious --bot genius             play against the strongest bot
  genial play ingenious --players 3 --bot kid --bot club
  genial play ingenious --players 4 --variant teams --humans 4
  genial play tile-challenge --players 3 --games 3
  genial play spezial --layout my-board.json     use a board of your own
  genial play spezial --board generated-42       or one that is made from a number
  genial play phoenix --seed 7 --lang de
  genial play --resume                           resume the last unfinished game
  genial play --resume saved.record
  genial play phoenix --headstart "0 5"          five points for seat 2 to begin with
  genial play --from game.record:20 --bot club   play on after move 20 of a record
  genial play --position position.json

During a game, type a move (Rh8Bi8, draw, m11m12, S2:4-6 …) or one of: moves,
explain MOVE, hint, undo, log, save FILE, help, quit. Every move is saved.""",
    ),
    Command(
        "serve",
        "serve:serve",
        "Run the website: all games, for browsers and programs.",
        """Each setting can also come from the environment (GENIAL_PORT=8001) or from a TOML file
        (--config). Options override the environment, and the environment overrides the file.""",
        """\
  genial serve --open                            at home: opens your browser
  genial serve --lan                             for the phones in your local network
  genial serve --database postgresql://db/genial --bus nats://bus:4222
  GENIAL_DATABASE=sqlite:///club.db genial serve --origin https://genial.example""",
    ),
    Command(
        "site",
        "site:site",
        "Write the website as a folder of files that needs no server.",
        """Any host of static files can serve the folder, under any path: games against bots and on
        one screen, their reviews, tutorials and rules, in both languages, installable.
        Visitors' browsers do all the thinking.""",
        """\
  genial site --out public                       then: python3 -m http.server -d public
  genial site --out public --replace             write it anew after an upgrade""",
    ),
    Command(
        "doctor",
        "doctor:doctor",
        "Check an installation, and say what is wrong and how to fix it.",
        """Checks settings, database, bus, port, public address, certificate, proxy, clock, disk,
        versions and compiled code, whether the server runs or not. It takes the options of serve
        and changes neither settings nor data. The exit code is 1 if anything does not work.""",
        """\
  genial doctor
  genial doctor --config /etc/genial/genial.toml
  genial doctor --json""",
    ),
    Command(
        "worker",
        "worker:worker",
        "Run bots, hints and analyses for a server in a separate process.",
        """A worker needs the server's database and bus. It accepts no connections and runs at low
        priority. Each setting can also come from the environment (GENIAL_BUS=…) or from a TOML
        file (--config), as for serve.""",
        """\
  genial worker --database postgresql://db/genial --bus nats://bus:4222
  genial worker --config genial.toml --thinkers 4

Start any number of workers, on any machine that can reach the database and the
bus. If a worker dies, the others take over its jobs. A server started with
--thinkers 0 leaves all computing to workers.""",
    ),
    Command(
        "backup",
        "backup:backup",
        "Write a server's whole database to one file.",
        """The server may keep running. The file format is the same for SQLite and PostgreSQL. The
        file contains secrets: protect it like the database.""",
        """\
  genial backup monday.backup
  genial backup --database postgresql://db/genial monday.backup""",
    ),
    Command(
        "restore",
        "backup:restore",
        "Fill an empty database from a backup.",
        """Restores everything or nothing. Backups of older versions are upgraded to the current
        schema.""",
        """\
  genial restore monday.backup
  genial restore monday.backup --database postgresql://db/genial""",
    ),
    Command(
        "seat",
        "seat:seat",
        "Let a bot take a seat at a table of a running server.",
        """The bot is a program that speaks the arena's protocol, or one of the built-in bots. It
        takes the seat, waits for the game to start, plays, and exits when the game is over.""",
        """\
  genial seat https://genial.example --table q3JxVb2n0aXTkZ1P -- python3 bot.py
  genial seat http://localhost:8000 --table q3JxVb2n0aXTkZ1P --bot search:seconds=2

The access token comes from --token or from the environment (GENIAL_TOKEN).""",
    ),
    Command(
        "games",
        "games:games",
        "List the games and their options.",
        examples="""\
  genial games
  genial games --lang de""",
    ),
    Command(
        "show",
        "show:show",
        "Show the board and the scores of a record.",
        "All racks and hands are shown.",
        """\
  genial show game.record                        the final position
  genial show game.record --at 10                the position after ten moves
  genial show game.record --step                 every position
  genial show many.records --record 3            only the third record of a file
  genial random phoenix -n 1 | genial show -""",
    ),
    Command(
        "draw",
        "draw:draw",
        "Draw a position of a record, or its whole game as an animation.",
        """The ending of the file decides: .svg and .png are pictures, .gif and .webp animations.
        Pictures other than SVG need Pillow (pip install 'genial[pictures]').""",
        """\
  genial draw game.record --out end.svg          the final position
  genial draw game.record:10 --out ten.png       the position after ten moves
  genial draw game.record:10 --out ten.png --seat 2    with what seat 2 holds
  genial draw game.record --out game.gif         the whole game
  genial draw game.record --out game.webp --theme dark""",
    ),
    Command(
        "check",
        "check:check",
        "Replay records and report errors.",
        "Each valid record gets a line with ok, the game, its length and its result.",
        """\
  genial check game.record
  genial check games/*.record
  genial random ingenious -n 100 | genial check -""",
    ),
    Command(
        "verify",
        "check:verify",
        "Prove that the deals of finished games were fair.",
        """Checks that the key matches the commitment published before the game, and that every
        deal follows from the key.""",
        """\
  genial verify game.record
  genial verify games/*.record""",
    ),
    Command(
        "random",
        "random_games:random_games",
        "Play random games and write their records.",
        "Every legal move is equally likely.",
        """\
  genial random ingenious -n 1000 --out games
  genial random tile-challenge --players 4 -n 10 --seed 7 > ten.records""",
    ),
    Command(
        "arena",
        "arena:arena",
        "Play a match between bots.",
        """To cancel out luck, every deal is played once for each rotation of the seats. Win rates
        and ratings come with 95 % intervals. Ctrl-C stops the match and shows the result so
        far.""",
        """\
  genial arena ingenious util random                   100 games, 50 deals
  genial arena ingenious search:seconds=0.5 util --games 400
  genial arena ingenious search util --players 4       one against three
  genial arena ingenious search util --players 4 --variant teams
  genial arena spezial search "cmd:python3 bot.py"     a program of your own
  genial arena phoenix new=search old=search:effort=100 --sprt 0 20
  genial arena ingenious expert club --headstart "0 3"  club begins with three points
  genial arena tile-challenge search util --out match --html match.html

BOT is a built-in bot, optionally with settings (search:seconds=0.5,threads=2),
a program (cmd:COMMAND) or a Python class (py:MODULE:CLASS). Prefix it with
NAME= to give it another name.""",
    ),
    Command(
        "ladder",
        "ladder:ladder",
        "Rank the bots of a game.",
        "Each bot plays the next weaker one and the strongest simple bot.",
        """\
  genial ladder ingenious
  genial ladder ingenious --games 400 --all
  genial ladder phoenix random novice genius --markdown ladder.md""",
    ),
    Command(
        "bot",
        "bot:bot",
        "Run a bot as a program that other programs can play against.",
        """It reads messages from standard input and answers on standard output, one JSON object
        per line, in the arena's protocol.""",
        """\
  genial bot ingenious util
  genial arena ingenious util "cmd:genial bot ingenious util" """,
    ),
    Command(
        "train",
        "train:train",
        "Train a bot by self-play.",
        """Learns the values with which the search evaluates positions of this game. The values
        that ship with this package were made with this command.""",
        """\
  genial train ingenious --out runs/two
  genial train ingenious --players 4 --variant teams --rounds 200 --out runs/teams
  genial arena ingenious search new=search:learnt=runs/two/learnt.npy --effort 500

Run the same command again to resume a training or to add rounds. The folder
contains log.jsonl (one line per round), progress.html (plots) and learnt.npy
(the values for the search).""",
    ),
    Command(
        "warm",
        "warm:warm",
        "Compile the games in advance, so that they start at once.",
        """Other commands compile what they need when a game is first used. Compiled code is
        cached on disk.""",
        """\
  genial warm                                    all four games
  genial warm ingenious phoenix""",
    ),
    Command(
        "bench",
        "bench:bench",
        "Measure the speed of the rules, side by side with other programs.",
        examples="""\
  genial bench
  genial bench --seconds 5 --json --out bench.json""",
    ),
)

ADMIN = Command(
    "admin",
    "",
    "Manage accounts, tables and reports of a server.",
    """Works on the server's database (same settings as serve), whether the server is running or
    not. Give an account by its ID, or by its name if only one account has that name.""",
    """\
  genial admin setup                             the first admin
  genial admin list people --search ada
  genial admin list tables --phase playing --json
  genial admin list reports
  genial admin ban Eve
  genial admin make-admin Ada
  genial admin end q3JxVb2n0aXTkZ1P
  genial admin close r7 --note "talked to both" """,
)
ADMIN_LIST = Command("list", "", "List accounts, tables or reports, 50 per page.")
ADMIN_LIST_COMMANDS = (
    Command("people", "admin:people", "List accounts, newest first."),
    Command("tables", "admin:tables", "List tables, including private ones, most active first."),
    Command("reports", "admin:reports", "List reports, newest first."),
)
ADMIN_COMMANDS = (
    Command(
        "setup",
        "admin:setup",
        "Create the first admin.",
        """Asks for a name and a password. If there is an account with this name, it becomes the
        admin if the password is right. Creates the database if there is none yet. Refuses if
        there is an admin.""",
        """\
  genial admin setup
  genial admin setup --name Ada --password-file /run/secrets/admin
  pass show genial | genial admin setup --name Ada --password-file -""",
    ),
    Command("ban", "admin:ban", "Ban an account."),
    Command("unban", "admin:unban", "Lift the ban of an account."),
    Command("rename", "admin:rename", "Rename an account."),
    Command("delete", "admin:delete", "Delete an account; its games stay, without its name."),
    Command("make-admin", "admin:make_admin", "Make a registered account an admin."),
    Command("end", "admin:end", "End the game at a table without a result."),
    Command("close", "admin:close", "Close a report."),
)

BOARDS = Command(
    "boards",
    "",
    "List, check, draw and add boards of Genial Spezial.",
    """A board is a JSON file with the tower fields and bonus fields (its layout), rebuilt (our
    reconstruction of the printed board), or generated-N, which is made from the number N.""",
    """\
  genial boards list
  genial boards show generated-42 > mine.json    start from another board
  genial boards check mine.json                  every fault, a sentence each
  genial boards draw mine.json --out mine.svg
  genial boards add mine.json                    save it under its name
  genial play spezial --board mine""",
)
BOARDS_COMMANDS = (
    Command("list", "boards:list_boards", "List the boards that you can play on."),
    Command("check", "boards:check", "Check layout files and report every fault."),
    Command("show", "boards:show", "Print the layout of a board as JSON."),
    Command("draw", "boards:draw", "Draw a board as an SVG picture."),
    Command("add", "boards:add", "Save a board, to be played on by its name."),
)

# The commands that need more than the extra `play`.
EXTRAS = dict.fromkeys(
    ("serve", "doctor", "site", "worker", "backup", "restore", "seat", "admin"), "server"
)

_EPILOGUE = """Examples:

  genial play                              choose a game from a menu
  genial play ingenious --players 3        play against two bots
  genial play ingenious --bot genius       play against a strong bot
  genial play phoenix --humans 2           two players at one keyboard
  genial play --resume                     resume the last unfinished game
  genial show game.record --step           go through a record move by move
  genial check *.record                    check records

Exit codes: 0 success, 1 invalid record or layout, or a problem that genial doctor found,
2 bad usage, 3 a built-in bot failed, 130 interrupted. Help on a command: genial COMMAND --help"""


def build_app() -> App:
    """Return the command line with all commands."""
    app = App(
        name="genial",
        version=__version__,
        version_format="plaintext",
        help="Play Ingenious, Tile Challenge, Genial Spezial and Phoenix in the terminal; run bots "
        "and a server; show, check and verify records.",
        help_format="plaintext",
        help_epilogue=_EPILOGUE,
        print_error=False,
        exit_on_error=False,
        suppress_keyboard_interrupt=False,
        result_action="return_value",
    )
    _add(app, *COMMANDS)
    _add(_add_group(app, BOARDS), *BOARDS_COMMANDS)
    admin = _add_group(app, ADMIN)
    _add(_add_group(admin, ADMIN_LIST), *ADMIN_LIST_COMMANDS)
    _add(admin, *ADMIN_COMMANDS)
    app.register_install_completion_command(help="Install completion for your shell.")
    return app


def _add(app: App, *commands: Command) -> None:
    for place, command in enumerate(commands, 1):
        app.command(
            f"genial.cli.commands.{command.function}",
            name=command.name,
            help=command.help,
            help_epilogue=command.epilogue,
            sort_key=place,
        )


def _add_group(app: App, command: Command) -> App:
    """Add a command that only has subcommands."""
    group = App(
        name=command.name,
        help=command.help,
        help_format="plaintext",
        help_epilogue=command.epilogue,
        sort_key=0 if command is ADMIN_LIST else len(COMMANDS) + 1,
    )
    app.command(group)
    return group
