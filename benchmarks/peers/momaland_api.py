"""MOMAland's own test of environments, on ours; run by the peers' Python.

    python momaland_api.py GAME

Our library must be on its path.
"""

from __future__ import annotations

import sys
import warnings

from momaland.test import api_test

from genial.lab.pettingzoo import mo_env

if __name__ == "__main__":
    warnings.simplefilter("ignore")  # it warns of observations that are dicts, as its own are
    api_test(mo_env(sys.argv[1]), num_cycles=50)
