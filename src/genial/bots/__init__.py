"""Bots: they choose a move from a view. `make` gives one for a game by its name."""

from genial.bots.bot import Bot as Bot
from genial.bots.bot import Candidate as Candidate
from genial.bots.bot import Clock as Clock
from genial.bots.bot import Thought as Thought
from genial.bots.registry import LEVELS as LEVELS
from genial.bots.registry import levels as levels
from genial.bots.registry import make as make
from genial.bots.registry import names as names
