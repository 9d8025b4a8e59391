"""The arena: matches between bots on the same deals, with seats rotated, and what they show.

`play` plays one game, `match` many; `docs/arena.md` explains the numbers.
"""

from genial.arena.external import Program as Program
from genial.arena.match import BotFailure as BotFailure
from genial.arena.match import Match as Match
from genial.arena.match import match as match
from genial.arena.play import Forfeit as Forfeit
from genial.arena.play import Played as Played
from genial.arena.play import play as play
from genial.arena.report import Report as Report
from genial.arena.sprt import Sprt as Sprt
