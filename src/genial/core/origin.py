"""Origin: where a line of states comes from, and the record that says so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from genial.core.chance import DEALER, commitment
from genial.core.errors import GenialError
from genial.core.kit import Data
from genial.core.record import RecordText

if TYPE_CHECKING:
    from genial.core.game import Game


@dataclass(frozen=True)
class Origin:
    """Where a line of states comes from: what its record says beside its log."""

    key: bytes | None = None  # the host's key that the deals follow from; none: they do not
    nonces: Mapping[int, bytes] = field(default_factory=dict)
    source: RecordText | None = None  # the record it was replayed from
    position: Data | None = None  # that the log begins from; none: the set-up
    is_known: bool = True  # is the beginning known? Not of a kernel's record without history

    @property
    def from_setup(self) -> bool:
        """Tell if the log begins at the set-up."""
        return self.is_known and self.position is None

    def record(
        self,
        game: Game,
        log: list[str],
        headers: Mapping[str, str],
        *,
        ranks: Sequence[int] | None,
        is_dealt: bool,
    ) -> RecordText:
        """Return the record of a game with this log; raise GenialError if it has none.

        Without ranks the game is not over. A game that was dealt, not replayed, has a proof.
        """
        if not self.is_known:
            raise GenialError(
                "a state made of a kernel's record has no record: its beginning is not known",
                code="no-record",
            )
        given = dict(headers)
        if is_dealt:
            given = self._proof(is_over=ranks is not None) | given
        if ranks is not None:
            given = {"result": " ".join(map(str, ranks))} | given
        text = RecordText.of(game.name, game.options, log, position=self.position)
        if self.source is not None:
            text = (
                self.source
                if self.source.body == text.body
                else text.with_annotations_of(self.source)
            )
        return text.with_headers(given)

    def _proof(self, *, is_over: bool) -> dict[str, str]:
        """Return the headers that commit to the key, and once the game is over the key itself."""
        if self.key is None:
            return {}
        proof = {"dealer": str(DEALER), "commitment": commitment(self.key)}
        for seat, nonce in self.nonces.items():
            proof[f"nonce {seat}"] = nonce.hex()
        if is_over:
            proof["key"] = self.key.hex()
        return proof
