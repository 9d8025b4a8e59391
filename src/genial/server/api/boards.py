"""Boards of Genial Spezial: check a layout, and keep boards with the account."""

from __future__ import annotations

import msgspec
from litestar import Controller, delete, get, post, put

from genial.games.spezial import FACTS, layout_check, layouts
from genial.games.spezial.generated import HIGHEST
from genial.games.spezial.layout_check import Fault, LayoutFile
from genial.server.accounts.boards import MOST, KeptBoard
from genial.server.api.dependencies import AppServices, Me


class LayoutText(msgspec.Struct, forbid_unknown_fields=True):
    """A layout as JSON text, as it would lie in a file."""

    layout: str


class FieldKind(msgspec.Struct):
    """A kind of field, and what is known of the printed board about it."""

    kind: layout_check.Kind
    digits: list[int]  # that its fields can show
    fields: int | None  # how many there must be; none: any number
    times: list[int]  # how often each of the digits must occur


class BoardLimits(msgspec.Struct):
    """What an editor of boards has to know."""

    kinds: list[FieldKind]
    longest_name: int
    longest_note: int
    most_kept: int  # boards of one account
    highest_number: int  # of a generated board
    rated_board: str  # the only board of rated games


class BoardCheck(msgspec.Struct):
    """What is wrong with a layout, and if nothing is, the board that it makes."""

    faults: list[Fault]
    board: str  # its name and the hash of its contents; or empty
    layout: str  # its canonical JSON; or empty


class BoardsApi(Controller):
    """Boards of Genial Spezial."""

    path = "/api/boards"
    tags = ("boards",)

    @get("/limits", summary="Get what every board must have")
    async def limits(self) -> BoardLimits:
        """Return the kinds of fields, the counts that are known, and the limits of texts."""
        return _LIMITS

    @get("/named/{board:str}", summary="Get a board by its name", sync_to_thread=True)
    def named(self, board: str) -> LayoutFile:
        """Return the layout of `rebuilt` or of a board `generated-7`, to start from."""
        return layouts.named_layout(board).file

    @post("/check", summary="Check a layout", status_code=200, sync_to_thread=True)
    def check(self, data: LayoutText) -> BoardCheck:
        """Return all that is wrong with a layout. Nothing is saved."""
        faults = layouts.faults(data.layout)
        if faults:
            return BoardCheck(faults, "", "")
        layout = layouts.custom_layout(data.layout)
        return BoardCheck([], layout.board, layout.text)

    @get(summary="List my boards")
    async def mine(self, services: AppServices, me: Me) -> list[KeptBoard]:
        """Return all boards that I have saved, the last changed first."""
        return await services.boards.of(me.account)

    @post(summary="Save a board")
    async def save(self, services: AppServices, me: Me, data: LayoutText) -> KeptBoard:
        """Save a good board with my account; one with the same contents only once."""
        return await services.boards.add(me.account, data.layout)

    @get("/{kept:str}", summary="Get one of my boards")
    async def one(self, services: AppServices, me: Me, kept: str) -> KeptBoard:
        """Return a board that I have saved."""
        return await services.boards.find(me.account, kept)

    @put("/{kept:str}", summary="Change one of my boards")
    async def change(self, services: AppServices, me: Me, kept: str, data: LayoutText) -> KeptBoard:
        """Save a good board in place of another."""
        return await services.boards.change(me.account, kept, data.layout)

    @delete("/{kept:str}", summary="Delete one of my boards", status_code=204)
    async def remove(self, services: AppServices, me: Me, kept: str) -> None:
        """Delete a board. Games on it go on: they have the layout."""
        await services.boards.delete(me.account, kept)


def _kind(kind: layout_check.Kind) -> FieldKind:
    times = {
        digit: count for digit, count in layout_check.DIGIT_COUNTS.get(kind, {}).items() if count
    }
    return FieldKind(kind, list(times), layout_check.FIELDS.get(kind), list(times.values()))


_LIMITS = BoardLimits(
    kinds=[_kind(kind) for kind in (layout_check.DARK, layout_check.GREY, layout_check.BONUS)],
    longest_name=layout_check.LONGEST_NAME,
    longest_note=layout_check.LONGEST_NOTE,
    most_kept=MOST,
    highest_number=HIGHEST,
    rated_board=str(FACTS.options[0].default),
)
