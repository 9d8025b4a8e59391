"""Bots choose a move from a view. `make` builds one for a game by its name.

Every game has a package of its own with the same modules: `features` (kept up to date from move to
move), `policy` (which moves to try), `evaluation` (what a position is worth), `model` (what the
search needs), `belief` (a possible game from a view), `selfplay` and `training`.
"""

from genial.bots.bot import Bot as Bot
from genial.bots.bot import Candidate as Candidate
from genial.bots.bot import Clock as Clock
from genial.bots.bot import Thought as Thought
from genial.bots.head_starts import suggested_head_start as suggested_head_start
from genial.bots.registry import LEVELS as LEVELS
from genial.bots.registry import levels as levels
from genial.bots.registry import make as make
from genial.bots.registry import names as names
