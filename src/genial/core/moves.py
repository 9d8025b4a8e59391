"""The legal moves of a state, spelt only when they are looked at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload

import numpy as np
import numpy.typing as npt

from genial.core.errors import BadText
from genial.core.kit import Kit


class LegalMoves(Sequence[str]):
    """Every legal move once, as texts; `codes` has them as the kernel's numbers.

    `len`, `in`, indexing and iterating do not spell the others.
    """

    __slots__ = ("_kit", "codes")

    def __init__(self, kit: Kit, codes: npt.NDArray[np.int32]) -> None:
        self._kit = kit
        self.codes = codes

    def __len__(self) -> int:
        return len(self.codes)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return [self._kit.spell(code) for code in self.codes[index].tolist()]
        return self._kit.spell(int(self.codes[index]))

    def __iter__(self) -> Iterator[str]:
        return map(self._kit.spell, self.codes.tolist())

    def __contains__(self, text: object) -> bool:
        return self._place(text) is not None

    def index(self, text: str, start: int = 0, stop: int | None = None) -> int:
        """The place of a move in this sequence."""
        place = self._place(text)
        if place is None or place not in range(*slice(start, stop).indices(len(self))):
            raise ValueError(f"{text!r} is not among the legal moves")
        return place

    def count(self, text: object) -> int:
        """1 if the move is legal, otherwise 0."""
        return int(text in self)

    def _place(self, text: object) -> int | None:
        if not isinstance(text, str):
            return None
        try:
            code = self._kit.read(text)
        except BadText:
            return None
        places = np.flatnonzero(self.codes == code)
        return int(places[0]) if len(places) else None

    def __eq__(self, other: object) -> bool:
        if isinstance(other, LegalMoves):
            return self._kit is other._kit and np.array_equal(self.codes, other.codes)
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        few = ", ".join(self[:3])
        return f"<{len(self)} legal moves: {few}{', …' if len(self) > 3 else ''}>"
