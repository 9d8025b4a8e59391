"""A game at the keyboard: ask for moves, let bots play, save after every move."""

from __future__ import annotations

import random
import textwrap
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from rich.console import Console
from rich.text import Text

from genial.bots import Bot, make
from genial.cli.exit_codes import INTERRUPTED, OK
from genial.cli.files import BadFile, make_folder, write_text
from genial.cli.i18n.messages import Messages
from genial.cli.output import one_line
from genial.cli.terminal.boards import board_of
from genial.cli.terminal.boards.palette import STRONG, Palette
from genial.cli.terminal.evening import TerminalEvening
from genial.cli.terminal.explanation import explanation_lines
from genial.cli.terminal.history import create_scene, positions
from genial.cli.terminal.keyboard import Keyboard
from genial.cli.terminal.move_list import Pages, matching_moves
from genial.cli.terminal.opponents import player_names, strongest_bot
from genial.cli.terminal.ranking import ranking_lines
from genial.core.errors import GenialError, IllegalMove
from genial.core.state import State

COMMANDS = (
    "moves", "more", "explain", "hint", "undo", "log", "board", "sheet", "save", "help", "quit",
)  # fmt: skip

_HINTS = 3  # moves


class UserQuit(Exception):
    """Raised when the user quits."""


class Session:
    """A game in progress, saved at `path`, and its place in an evening."""

    def __init__(
        self,
        state: State,
        *,
        bots: Mapping[int, Bot],
        dealer: random.Random,
        path: Path,
        headers: Mapping[str, str],
        evening: TerminalEvening,
        console: Console,
        say: Messages,
    ) -> None:
        self.state = state
        self.is_continued = False  # is another game wanted after this one?
        self._evening = evening
        self._sheet_lines = evening.line_count(state)  # that the player has seen
        self._humans = frozenset(range(1, state.game.players + 1)) - set(bots)
        self._bots = bots
        self._adviser: Bot | None = None
        self._dealer = dealer  # new keys after an undo
        self._path = path
        self._headers = dict(headers)
        self._console = console
        self._say = say
        self._keyboard = Keyboard(console)
        self._palette = Palette.on(console)
        self._at_keyboard: int | None = None  # the seat of the player at the screen
        self._pages = Pages()
        self._own_files: set[Path] = set()  # files that this session may overwrite
        self._unsaved = ""  # why the last attempt to save failed
        bot_names = {seat: bot.name for seat, bot in bots.items()}
        self._names = player_names(state.game.players, bot_names, say)
        self._actions: dict[str, Callable[[str], None]] = {
            "moves": self._list_moves,
            "more": self._list_more,
            "explain": self._explain,
            "hint": self._hint,
            "undo": self._undo,
            "log": self._show_log,
            "board": self._redraw,
            "sheet": self._show_sheet,
            "save": self._save_as,
            "help": self._help,
            "quit": self._quit,
        }

    # --- the game

    def run(self) -> int:
        """Play until the game ends or the user quits; return the exit code."""
        code = OK
        try:
            self._save()
            while not self.state.over:
                turn = self.state.turn
                assert turn is not None
                if turn in self._humans:
                    self._let_human_move(turn)
                else:
                    self._let_bot_move(turn)
                self._save()
        except (UserQuit, EOFError):
            pass
        except KeyboardInterrupt:
            self._print()
            code = INTERRUPTED
        if self.state.over:
            self._show_end()
            self.is_continued = code == OK and self._ask_for_another()
        self._print(self._where_saved())
        if self._evening.path is not None and not self.is_continued:
            self._print(self._say("sheet.written", path=one_line(str(self._evening.path))))
        return code

    def _let_human_move(self, seat: int) -> None:
        self._hand_over(seat)
        self._draw(seat)
        self._keyboard.complete_from(lambda: [*COMMANDS, *self.state.legal()])
        before = self.state
        while self.state is before:
            text = self._keyboard.ask(f"{self._say('prompt', seat=seat)} ")
            if not text:
                continue
            word, _, rest = text.partition(" ")
            action = self._actions.get(self._say.command(word.lower()))
            try:
                if action is not None:
                    action(rest.strip())
                else:
                    self.state = self.state.play(text, seat)
            except GenialError as error:
                self._print_wrapped(self._say.refusal(error, game=self.state.game.name, text=text))

    def _let_bot_move(self, seat: int) -> None:
        bot = self._bots[seat]
        with self._thinking(bot):
            move = bot.choose(self.state.view(seat))
        self.state = self.state.play(move, seat)

    def _thinking(self, bot: Bot) -> AbstractContextManager[object]:
        """Show on a terminal that a bot is thinking."""
        if not self._keyboard.is_interactive:
            return nullcontext()
        text = Text(self._say("thinking", name=self._say.bot(bot.name)))
        return self._console.status(text, spinner="line")

    def _hand_over(self, seat: int) -> None:
        """Ask to pass the keyboard, so that the next player does not see the last rack or hand."""
        if seat == self._at_keyboard:
            return
        is_first = self._at_keyboard is None
        self._at_keyboard = seat
        if len(self._humans) == 1 or not self.state.game.facts.has_hidden_information:
            return
        self._keyboard.clear(scrollback=not is_first)
        self._keyboard.complete_from(list)
        self._keyboard.ask(self._say("hand-over", seat=seat))

    def _draw(self, seat: int) -> None:
        self._keyboard.clear()
        scene = create_scene(self.state, self._console, self._say, seat=seat, names=self._names)
        board = board_of(self.state.game.name)
        for line in board.draw(scene):
            self._print(line)
        count = self._evening.line_count(self.state)
        if count > self._sheet_lines:  # a game of a series has ended
            self._sheet_lines = count
            self._show_sheet("")
        self._print_wrapped(board.question(scene))

    def _show_end(self) -> None:
        scene = create_scene(self.state, self._console, self._say, seat=None, names=self._names)
        self._keyboard.clear()
        for line in board_of(self.state.game.name).draw(scene):
            self._print(line)
        assert self.state.ranks is not None
        self._print()
        for line in ranking_lines(
            self.state, self._say, self._palette, self._names, self.state.ranks
        ):
            self._print(line)
        try:
            self._evening.add(self.state)
        except BadFile as error:
            self._print(self._say("sheet.failed", reason=one_line(str(error))))
        if self._evening.line_count(self.state) > 1:
            self._print()
            self._show_sheet("")

    def _ask_for_another(self) -> bool:
        """Ask if another game follows; at the end of the input, none does."""
        if not self._humans:
            return False
        self._keyboard.complete_from(list)
        yes, no = self._say("yes").split(), self._say("no").split()
        try:
            while True:
                typed = self._keyboard.ask(f"{self._say('again')} ")
                word, _, file = typed.partition(" ")
                if self._say.command(word.lower()) == "sheet":
                    self._show_sheet(file.strip())
                    continue
                answer = typed.lower()
                if not answer or answer in yes or answer in no:
                    return answer in yes
                self._print_wrapped(self._say("again.which", yes=yes[0], no=no[0]))
        except (EOFError, KeyboardInterrupt):
            return False

    # --- commands

    def _list_moves(self, part: str) -> None:
        self._pages = Pages(matching_moves(self.state.legal(), part))
        if not self._pages.moves:
            self._print_wrapped(self._say("moves.none", part=one_line(part)))
            return
        self._print_wrapped(self._say("moves.count", count=len(self._pages.moves)))
        self._list_more("")

    def _list_more(self, _: str) -> None:
        for line in self._pages.next(self._console.width, self._console.height):
            self._print(line)
        if self._pages.left:
            self._print_wrapped(self._say("moves.more", count=self._pages.left))

    def _explain(self, move: str) -> None:
        if not move:
            self._print_wrapped(self._say("explain.which"))
            return
        data = self.state.explain(move)
        for line in explanation_lines(self.state.game.name, data, self._say, self._palette):
            self._print(line)

    def _hint(self, _: str) -> None:
        """Show the best moves of the strongest bot, which sees only what the seat to move sees."""
        game = self.state.game
        if self._adviser is None:
            self._adviser = make(game, strongest_bot(game))
        with self._thinking(self._adviser):
            thought = self._adviser.think(self.state.view(self.state.turn))
        has_values = thought.visits > 0  # otherwise the values are not win rates
        name = self._say.bot(self._adviser.name)
        self._print_wrapped(self._say("hint.from" if has_values else "hint.move", name=name))
        for place, candidate in enumerate(thought.candidates[:_HINTS], 1):
            value = f"{100 * candidate.value:4.0f} %" if has_values else ""
            self._print(f"  {place}. {candidate.move:<12}{value}".rstrip())

    def _undo(self, _: str) -> None:
        """Go back to this seat's last decision; later deals are drawn anew."""
        from genial import replay

        seat = self.state.turn
        earlier = [state for state in positions(self.state)[:-1] if state.turn == seat]
        if not earlier:
            raise IllegalMove("there is no move to take back", code="nothing-to-undo")
        taken_back = int(self._headers.get("takebacks", "0")) + 1
        self._headers["takebacks"] = str(taken_back)
        text = earlier[-1].record(**self._record_headers())
        self.state = replay(text, seed=self._dealer.getrandbits(64))

    def _show_log(self, count: str) -> None:
        lines = self.state.view(self.state.turn)["log"]
        if count.isdecimal() and len(count) < 7:
            lines = lines[-int(count) :] if int(count) else []
        for line in lines:
            self._print(line)

    def _show_sheet(self, file: str) -> None:
        """Show the sheet of the evening, or write it to a file."""
        if file:
            try:
                self._evening.write_to(Path(file).expanduser())
                self._print(self._say("sheet.written", path=one_line(file)))
            except (GenialError, OSError, RuntimeError, ValueError) as error:
                self._print_wrapped(self._say("sheet.failed", reason=one_line(str(error))))
            return
        lines = self._evening.show(self._console.width, self.state)
        for line in lines or [Text(self._say("sheet.empty"))]:
            self._print(line)

    def _redraw(self, _: str) -> None:
        assert self.state.turn is not None
        self._draw(self.state.turn)

    def _save_as(self, name: str) -> None:
        if not name:
            self._print_wrapped(self._say("save.which"))
            return
        try:
            path = Path(name).expanduser().absolute()
            if path.exists() and path not in self._own_files:
                self._print(self._say("save.exists", path=one_line(str(path))))
                return
        except (OSError, RuntimeError, ValueError) as error:
            raise BadFile(f"{name}: {error}") from None
        write_text(path, self.state.record(**self._record_headers()))
        self._own_files.add(path)
        self._print(self._say("saved", path=one_line(str(path))))

    def _help(self, _: str) -> None:
        self._print_wrapped(self._say(f"{self.state.game.name}.help"))
        for command in COMMANDS:
            usage = f"  {self._say(f'help.{command}.usage'):<18}"
            self._print(Text.assemble((usage, STRONG), self._say(f"help.{command}")))

    def _quit(self, _: str) -> None:
        raise UserQuit

    # --- saving

    def _record_headers(self) -> dict[str, str]:
        return {name.replace(" ", "_"): value for name, value in self._headers.items()}

    def _save(self) -> None:
        """Save the record; if that fails, warn once and play on."""
        try:
            make_folder(self._path.parent)
            write_text(self._path, self.state.record(**self._record_headers()))
            self._unsaved = ""
        except BadFile as error:
            if not self._unsaved:
                self._print(self._say("save.failed", reason=one_line(str(error))))
            self._unsaved = one_line(str(error))

    def _where_saved(self) -> str:
        if self._unsaved:
            return self._say("save.failed", reason=self._unsaved)
        if self.state.over:
            return self._say("end.record", path=one_line(str(self._path)))
        return self._say("quit.saved", path=one_line(str(self._path)))

    def _print(self, what: str | Text = "") -> None:
        """Print a line without wrapping it."""
        self._console.print(what, soft_wrap=True)

    def _print_wrapped(self, sentence: str) -> None:
        """Print a sentence, wrapped between words, so that file names stay whole."""
        width = self._console.width
        self._print(textwrap.fill(sentence, width, break_long_words=False, break_on_hyphens=False))
