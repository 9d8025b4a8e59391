"""The lab: the games behind the standard interfaces of people who train and compare agents.

`pettingzoo`, `gymnasium` and `openspiel` are modules of this package, imported on
demand; `Actions` and `Observations` say what the numbers in them mean.
"""

from genial.lab.actions import Actions as Actions
from genial.lab.observations import Observations as Observations
from genial.lab.observations import Part as Part
from genial.lab.seeing import Player as Player
from genial.lab.seeing import observe as observe
from genial.lab.seeing import observe_view as observe_view
