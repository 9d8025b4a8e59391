"""`python -m genial` is the `genial` command."""

import sys

from genial.cli import main

sys.exit(main())
