"""The command line: which commands there are, and what happens to what they raise."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import cyclopts
from cyclopts import App, Parameter

from genial import __version__
from genial.cli.admin_app import admin
from genial.cli.files import STANDARD_INPUT
from genial.cli.output import (
    BAD_USAGE,
    BOT_FAILED,
    FINE,
    PIPE_CLOSED,
    WRONG_RECORD,
    about_file,
    complain,
    forget_stdout,
)
from genial.cli.parameters import flag
from genial.core.errors import BadRecord, GenialError, NotProven

app = App(
    name="genial",
    version=__version__,
    version_format="plaintext",
    help="Play Ingenious, Tile Challenge, Genial Spezial and Phoenix in the terminal; "
    "show, check and verify records of games.",
    help_format="plaintext",
    help_epilogue="""Examples:

  genial play                              choose a game from a menu
  genial play ingenious --players 3        you and two bots
  genial play ingenious --bot genius       you and a strong one
  genial play phoenix --humans 2           two people at one keyboard
  genial play --resume                     go on with the last game
  genial show game.record --step           a record move by move
  genial check *.record                    replay records, move by move

Exit codes: 0 fine, 1 a record is wrong, 2 bad usage, 3 a bot of ours failed, 130 interrupted.
Help on a command: genial COMMAND --help""",
    print_error=False,
    exit_on_error=False,
    suppress_keyboard_interrupt=False,
    result_action="return_value",
)

_EXAMPLES = {
    "games": """Examples:

  genial games
  genial games --lang de""",
    "play": """Examples:

  genial play                                    choose from a menu
  genial play ingenious                          you against a casual player
  genial play ingenious --bot genius             you against the strongest
  genial play ingenious --players 3 --bot kid --bot club
  genial play ingenious --players 4 --variant teams --humans 4
  genial play tile-challenge --players 3 --games 3
  genial play spezial --layout my-board.json     on a board of your own
  genial play phoenix --seed 7 --lang de
  genial play --resume                           the last unfinished game
  genial play --resume saved.record

In the game, type a move (Rh8Bi8, draw, m11m12, S2:4-6 …) or one of: moves,
explain MOVE, hint, undo, log, save FILE, help, quit. Games are saved by themselves.""",
    "serve": """Examples:

  genial serve --open                            at home: your browser opens
  genial serve --host 0.0.0.0 --port 80          for everybody in the house
  genial serve --database postgresql://db/genial --bus nats://bus:4222
  GENIAL_DATABASE=sqlite:///club.db genial serve --origin https://genial.example""",
    "worker": """Examples:

  genial worker --database postgresql://db/genial --bus nats://bus:4222
  genial worker --config genial.toml --thinkers 4

Start as many as you like, on any machine that reaches both. When one dies,
the others go on with what it did. A server with --thinkers 0 leaves all
thinking to workers.""",
    "backup": """Examples:

  genial backup monday.backup
  genial backup --database postgresql://db/genial monday.backup""",
    "restore": """Examples:

  genial restore monday.backup
  genial restore monday.backup --database postgresql://db/genial    to move there""",
    "seat": """Examples:

  genial seat https://genial.example --table q3JxVb2n0aXTkZ1P -- python3 bot.py
  genial seat http://localhost:8000 --table q3JxVb2n0aXTkZ1P --bot search:seconds=2

The token comes from the environment (GENIAL_TOKEN) or from --token.""",
    "show": """Examples:

  genial show game.record                        how it ended
  genial show game.record --at 10                after ten moves
  genial show game.record --step                 every position
  genial show many.records --record 3            the third record of a file
  genial random phoenix -n 1 | genial show -""",
    "check": """Examples:

  genial check game.record
  genial check games/*.record
  genial random ingenious -n 100 | genial check -""",
    "verify": """Examples:

  genial verify game.record
  genial verify games/*.record""",
    "random": """Examples:

  genial random ingenious -n 1000 --out games
  genial random tile-challenge --players 4 -n 10 --seed 7 > ten.records""",
    "arena": """Examples:

  genial arena ingenious util random                   100 games, 50 deals
  genial arena ingenious search:seconds=0.5 util --games 400
  genial arena ingenious search util --players 4       one against three
  genial arena ingenious search util --players 4 --variant teams
  genial arena spezial search "cmd:python3 bot.py"     a program of your own
  genial arena phoenix new=search old=search:effort=100 --sprt 0 20
  genial arena tile-challenge search util --out match --html match.html

A bot is a name, maybe with what it is told (search:seconds=0.5,threads=2), a
program (cmd:COMMAND) or a Python class (py:MODULE:CLASS). NAME= before it gives
it another name.""",
    "ladder": """Examples:

  genial ladder ingenious
  genial ladder ingenious --games 400 --all
  genial ladder phoenix random novice genius --markdown ladder.md""",
    "bot": """Examples:

  genial bot ingenious util
  genial arena ingenious util "cmd:genial bot ingenious util" """,
    "train": """Examples:

  genial train ingenious --out runs/two
  genial train ingenious --players 4 --variant teams --rounds 200 --out runs/teams
  genial arena ingenious search new=search:learnt=runs/two/learnt.npy --effort 500

The same command goes on where a training stopped, or adds rounds. In the folder:
log.jsonl, a line a round; progress.html with plots; learnt.npy for a search.""",
    "warm": """Examples:

  genial warm                                    all four games
  genial warm ingenious phoenix""",
    "bench": """Examples:

  genial bench
  genial bench --seconds 5 --json --out bench.json""",
}

_FUNCTIONS = {
    "play": "play:play",
    "serve": "serve:serve",
    "worker": "worker:worker",
    "backup": "backup:backup",
    "restore": "backup:restore",
    "seat": "seat:seat",
    "games": "games:games",
    "show": "show:show",
    "check": "check:check",
    "verify": "check:verify",
    "random": "random_games:random_games",
    "arena": "arena:arena",
    "ladder": "ladder:ladder",
    "bot": "bot:bot",
    "train": "train:train",
    "warm": "warm:warm",
}
_HELP = {  # the first line is for the list of commands, too
    "play": """Play a game in the terminal.

Without GAME a short menu asks. You play against bots, from kid to genius, or with
others at the same keyboard, or both.""",
    "serve": """Serve all games to browsers and programs.

Every setting can also come from the environment (GENIAL_PORT=8001) or from a TOML
file (--config); flags go before the environment, and that before the file.""",
    "worker": """Think for a server: for its bots, for hints, about finished games.

It serves nobody, and steps back behind other programs. It needs the database
and the bus of the server. Every setting can also come from the environment
(GENIAL_BUS=…) or from a TOML file (--config), as those of serve.""",
    "backup": """Write all that a server keeps into one file.

The server may run meanwhile. The file is the same for SQLite and PostgreSQL. Keep it
as safe as the database: secrets are in it.""",
    "restore": """Fill an empty database from a backup.

Whole or not at all. Older backups are brought to the newest schema.""",
    "seat": """Let a bot sit at a table of a running server.

A program that speaks the arena's protocol, or one of our bots. It sits down, waits for
the game, plays and ends with it.""",
    "games": "List the games with their options.",
    "show": """Show the board and the scores of records.

All racks and hands are open.""",
    "check": """Replay records, and say what is wrong with the bad ones.

Every good one gets a line with ok, the game, its moves and its result.""",
    "verify": """Prove that the deals of finished games were honest.

The key must be the one that the commitment promised, and every deal must follow
from it.""",
    "random": """Play random games and write their records.

Every legal move is equally likely.""",
    "arena": """Let bots play each other.

Every deal is played once for each rotation of the seats: luck evens out.
Shares and ratings come with 95 % intervals. Ctrl-C shows the result so far.""",
    "ladder": """Rank the bots of a game.

Each plays the one below it, and the strongest simple bot.""",
    "bot": """Let a bot answer other programs.

It reads messages from standard input and answers on standard output, one JSON
object a line, as programs in the arena do.""",
    "train": """Learn to play a game from self-play.

Writes what the search of this game evaluates positions with. The numbers in this
package were made by this command.""",
    "warm": """Compile the games, so that they start at once.

Other commands do what they need of this when a game is first used. The compiled
code is kept on disk.""",
}

for _place, (_name, _function) in enumerate(_FUNCTIONS.items()):
    app.command(
        f"genial.cli.commands.{_function}",
        name=_name,
        help=_HELP[_name],
        help_epilogue=_EXAMPLES[_name],
        sort_key=_place,
    )


app.command(admin)


@app.command(help_epilogue=_EXAMPLES["bench"], sort_key=len(_FUNCTIONS))
def bench(
    *,
    json: Annotated[bool, flag("Print the results as JSON.")] = False,
    seconds: Annotated[float, Parameter(help="How long to measure each game.")] = 2.0,
    peers: Annotated[
        bool,
        Parameter(
            negative="--no-peers",
            show_default=False,
            help="Measure other programs, too, where they are installed, or do not.",
        ),
    ] = True,
    out: Annotated[
        Path | None, Parameter(metavar="FILE", help="Write the results to this file.")
    ] = None,
) -> None:
    """Measure the speed of the rules, side by side with peers."""
    from genial.cli.commands.bench import bench as measure

    measure(json=json, seconds=seconds, peers=peers, out=out)


app.register_install_completion_command(help="Install completion for your shell.")


def run(arguments: Sequence[str]) -> int:
    """Run a command line; its exit code. Whatever the user did wrong becomes one sentence."""
    _mend_streams()
    tokens = [STANDARD_INPUT if token == "-" else token for token in arguments]
    try:
        code = app(tokens)
        sys.stdout.flush()
    except cyclopts.CycloptsError as error:
        complain(_as_sentence(error))
        return BAD_USAGE
    except GenialError as error:
        complain(str(error))
        if error.code == "bot-failure":
            return BOT_FAILED
        return WRONG_RECORD if isinstance(error, BadRecord | NotProven) else BAD_USAGE
    except BrokenPipeError:
        forget_stdout()
        return PIPE_CLOSED
    except OSError as error:
        complain(about_file(error))
        return BAD_USAGE
    return code if isinstance(code, int) else FINE


def _mend_streams() -> None:
    """What cannot be read or shown becomes ?, and a stream that was closed is an empty one."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 (open to the end)
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _as_sentence(error: cyclopts.CycloptsError) -> str:
    """What is wrong with a command line, and where to look."""
    if isinstance(error, cyclopts.UnusedCliTokensError) and error.unused_tokens:
        sentence = f"unexpected argument {error.unused_tokens[0]!r}"
    else:
        sentence = str(error).replace(STANDARD_INPUT, "-").rstrip(".")
    command = " ".join(["genial", *(error.command_chain or ())])
    return f"{sentence[:1].lower()}{sentence[1:]} (see {command} --help)"
