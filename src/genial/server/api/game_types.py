"""The Structs of the games: what stands on the wire where a message says `View`.

Messages are declared with the Structs of the library, which every game has its own subclasses of.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from litestar.openapi.spec import Reference, Schema
from litestar.plugins import OpenAPISchemaPlugin
from litestar.typing import FieldDefinition

from genial import games as game_names
from genial.core.ending import Ending, PlainEnding
from genial.core.explanation import Choices, Explanation
from genial.core.kit import Kit, choices_of, explanations_of
from genial.core.view import Position, View
from genial.games import kit as kit_of

if TYPE_CHECKING:
    from litestar._openapi.schema_generation import SchemaCreator

Structs = tuple[type[msgspec.Struct], ...]

PER_GAME: tuple[type[msgspec.Struct], ...] = (View, Position, Choices, Explanation, Ending)


def structs_of(kit: Kit, base: type[msgspec.Struct]) -> Structs:
    """Return a game's subclasses of one of the Structs in `PER_GAME`."""
    if base is View:
        return (kit.View,)
    if base is Position:
        own: Structs = (kit.Position,) if hasattr(kit, "Position") else ()
        return own
    if base is Ending:
        return (getattr(kit, "ENDING", PlainEnding),)
    return choices_of(kit) if base is Choices else explanations_of(kit)


def all_structs(base: type[msgspec.Struct]) -> Structs:
    """Return the subclasses of all games, each once."""
    kits = map(kit_of, game_names())
    return tuple(dict.fromkeys(struct for kit in kits for struct in structs_of(kit, base)))


class GameSchemas(OpenAPISchemaPlugin):
    """Documents a View, Choices, Explanation or Ending as that of any game."""

    def is_plugin_supported_field(self, field_definition: FieldDefinition) -> bool:
        """Return whether this is one of the Structs that games have their own of."""
        return any(field_definition.annotation is base for base in PER_GAME)

    def to_openapi_schema(
        self, field_definition: FieldDefinition, schema_creator: SchemaCreator
    ) -> Schema:
        """Return a choice among the Structs of all games."""
        found: list[Schema | Reference] = [
            schema_creator.for_field_definition(FieldDefinition.from_annotation(struct))
            for struct in all_structs(field_definition.annotation)
        ]
        return Schema(any_of=found)
