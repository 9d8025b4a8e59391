"""Pages of their own, beside the client: a board for other websites, and a printable score sheet.

They need little: the pictures come from the same renderer as everywhere.
"""

from __future__ import annotations

from html import escape
from itertools import islice

import msgspec

from genial.core.state import State
from genial.server.analysis.review import last_explanation
from genial.server.sharing.move_drawings import MoveDrawings
from genial.server.sharing.move_texts import move_text
from genial.server.sharing.shared_games import SharedGame
from genial.server.sharing.texts import COLOURS, game_title, player_names, say, title_of, winners_of
from genial.server.website.host_pages import Language

MOST_ROWS = 1_000  # moves on a score sheet
MOST_MOVES = 3_000  # that an embedded board steps through

# The board may be framed by any website; nothing but our own files is loaded in it.
EMBED_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors *"
)

_BUTTONS = (
    ("first", "M6 5v14h2V5zm13 0L9 12l10 7z"),
    ("previous", "M17 5 7 12l10 7z"),
    ("play", "M7 5l12 7-12 7z"),
    ("next", "M7 5l10 7-10 7z"),
    ("last", "M5 5l10 7-10 7zm11 0v14h2V5z"),
)
_PAUSE = "M7 5h4v14H7zm6 0h4v14h-4z"


def address_of(game: SharedGame) -> str:
    """Return the path of the client's page about a game."""
    if game.kind == "record":
        return f"/record/{game.name}"
    return f"/review/{game.name}" if game.is_over else f"/table/{game.name}"


def embedded_board(
    game: SharedGame, language: Language, *, move: int | None, theme: str | None
) -> str:
    """Return a page that shows a game and steps through it."""
    state = game.position(None)
    names = player_names(game, language)
    total = game.total
    played = [*islice(state.history, 1, MOST_MOVES + 1)]
    codes = [(names[(one.mover or 1) - 1], one.last_move or "") for one in played]
    drawings = MoveDrawings()
    pieces = [drawings.name(one) for one in played]
    shown = [f"{name}: {move_text(game.game.name, code, language)}" for name, code in codes]
    at = len(shown) if move is None else min(move, len(shown))
    picture = f"/pictures/{game.kind}/{game.name}.svg"
    texts = {key: say_raw(language, key) for key in ("of", "board", "start", "play", "pause")}
    data = {
        "picture": picture, "moves": shown, "codes": [code for _, code in codes], "texts": texts,
        "pause": _PAUSE, "pieces": pieces,
    }  # fmt: skip
    title = title_of(game, language)
    dark = (
        f'<source media="(prefers-color-scheme: dark)" srcset="{picture}?move={at}&amp;theme=dark">'
    )
    alt = escape(say(language, "board", move=at, total=len(shown)))
    return (
        f"{_head(title, language, 'embed')}"
        f'<script type="module" src="/embed.js"></script></head>'
        f'<body data-game="{escape(msgspec.json.encode(data).decode())}" '
        f'data-theme="{escape(theme or "")}"><main>'
        f"<h1>{escape(title)}</h1>"
        f'<picture>{dark if theme is None else ""}<img id="board" '
        f'src="{picture}?move={at}&amp;theme={theme or "light"}" alt="{alt}"></picture>'
        f'{drawings.symbols()}<div class="played">{drawings.use(pieces[at - 1] if at else "")}'
        f'<p id="move" role="status">{escape(_told(shown, at, total, language))}</p></div>'
        f'<div class="controls" role="group" aria-label="{say(language, "controls")}">'
        f"{''.join(_button(name, path, language) for name, path in _BUTTONS)}"
        f'<input type="range" id="at" min="0" max="{len(shown)}" value="{at}" '
        f'aria-label="{say(language, "position")}"></div>'
        f'<p class="more"><span>{escape(_result(game, language))}</span> '
        f'<a href="{address_of(game)}" target="_blank" rel="noopener">'
        f"{say(language, 'open')}</a></p></main></body></html>\n"
    )


def say_raw(language: Language, key: str) -> str:
    """Return a text with the places of its facts left open."""
    return say(language, key, move="{move}", total="{total}")


def score_sheet(game: SharedGame, language: Language, *, day: str) -> str:
    """Return a page to print: the final scores, the board, and every move with its points."""
    state = game.position(None)
    names = player_names(game, language)
    title = game_title(game.game.name, language)
    notes = [_result(game, language), day]
    if game.game.name == "spezial":
        notes.append(say(language, "reconstruction"))
    colours = list(state.scores[0]) if state.scores else []
    words = [COLOURS[language].get(colour, colour) for colour in colours]
    count = min(game.total, MOST_ROWS)
    more = ""
    if count < game.total:
        more = f"<p>{escape(say(language, 'more', count=count, total=game.total))}</p>"
    heading = f"{title} · {say(language, 'sheet')}"
    return (
        f"{_head(heading, language, 'sheet')}"
        f'<script type="module" src="/sheet.js"></script></head><body><main>'
        f"<header><h1>{escape(title)}</h1>"
        f'<button id="print" hidden>{say(language, "print")}</button></header>'
        f"<p>{escape(' · '.join(note for note in notes if note))}</p>"
        f'<div class="front"><section><h2>{say(language, "final")}</h2>'
        f"{_scores(game, state, names, words, language)}</section>"
        f'<img src="/pictures/{game.kind}/{game.name}.svg" alt=""></div>'
        f"<h2>{say(language, 'all-moves')}</h2>"
        f"{_moves(state, names, colours, words, language)}{more}</main></body></html>\n"
    )


# --- parts


def _head(title: str, language: Language, style: str) -> str:
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">'
        f"<title>{escape(title)}</title>"
        '<link rel="icon" href="/favicon.svg" type="image/svg+xml">'
        f'<link rel="stylesheet" href="/{style}.css">'
    )


def _button(name: str, path: str, language: Language) -> str:
    return (
        f'<button id="{name}" aria-label="{say(language, name)}" title="{say(language, name)}">'
        f'<svg viewBox="0 0 24 24" aria-hidden="true"><path d="{path}"/></svg></button>'
    )


def _told(moves: list[str], at: int, total: int, language: Language) -> str:
    if at == 0:
        return say(language, "start")
    return f"{say(language, 'of', move=at, total=total)} · {moves[at - 1]}"


def _result(game: SharedGame, language: Language) -> str:
    return winners_of(game, language) if game.is_over else say(language, "running")


def _row(cells: list[str], tag: str = "td") -> str:
    return f"<tr>{_cells(cells, tag)}</tr>"


def _cells(cells: list[str], tag: str = "td") -> str:
    return "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells)


def _scores(
    game: SharedGame, state: State, names: list[str], words: list[str], language: Language
) -> str:
    """Return the table of final scores: a row for each track."""
    head = [say(language, "rank"), say(language, "player"), *words]
    rows = []
    for track, points in sorted(enumerate(state.scores), key=lambda row: _rank_of(game, row[0])):
        seats = [seat for seat, own in enumerate(game.game.tracks) if own == track]
        rank = f"{_rank_of(game, track)}." if game.ranks and len(game.ranks) > 1 else ""
        players = " & ".join(names[seat] for seat in seats)
        rows.append(_row([rank, players, *map(str, points.values())]))
    return f"<table><thead>{_row(head, 'th')}</thead><tbody>{''.join(rows)}</tbody></table>"


def _rank_of(game: SharedGame, track: int) -> int:
    """Return the rank of a track; of a game without ranks 0."""
    return game.ranks[game.game.tracks.index(track)] if game.ranks else 0


def _moves(
    state: State, names: list[str], colours: list[str], words: list[str], language: Language
) -> str:
    """Return the table of moves with the points that each brought."""
    head = [say(language, key) for key in ("number", "player", "move")]
    rows = []
    drawings = MoveDrawings()
    for after in islice(state.history, 1, MOST_ROWS + 1):
        explanation = last_explanation(after)
        gains = {} if explanation is None else explanation.gains
        points = [f"+{gains[colour]}" if gains.get(colour) else "" for colour in colours]
        name = names[(after.mover or 1) - 1]
        code = after.last_move or ""
        told = escape(move_text(state.game.name, code, language))
        rows.append(
            f"<tr>{_cells([str(after.move_count), name])}"
            f'<td title="{escape(code)}">{drawings.use(drawings.name(after))}{told}</td>'
            f"{_cells(points)}</tr>"
        )
    body = "".join(rows)
    headings = _row([*head, *words], "th")
    return f"{drawings.symbols()}<table><thead>{headings}</thead><tbody>{body}</tbody></table>"
