"""A game as pictures: every position as SVG and PNG, and the whole of it as an animated GIF.

    python examples/lab/render_game.py [GAME] [FOLDER]

The parts below can be pasted into a notebook one by one.
"""

# %% What is drawn, and where to
import sys
from pathlib import Path

import genial
from genial.bots import make
from genial.core.raster import animation

name = sys.argv[1] if len(sys.argv) > 1 else "ingenious"
folder = Path(sys.argv[2] if len(sys.argv) > 2 else "pictures")
folder.mkdir(parents=True, exist_ok=True)

# %% A game between two bots
game = genial.game(name)
state, bot = game.start(seed=1), make(game, "kid", seed=1)
states = [state]
while state.turn is not None:
    state = state.play(bot.choose(state.view(state.turn)))
    states.append(state)
print(len(states) - 1, "moves, ranks", state.ranks)

# %% The end. In a notebook, `state` alone shows what the seat to move sees
drawn = state.picture()  # what a spectator sees; `state.picture(1)` what seat 1 does
(folder / "end.svg").write_text(drawn.svg(), encoding="utf-8")
drawn.image(scale=1.5).save(folder / "end.png")

# %% All of it, a frame a move (of a long game some), the last one longer
frames = [one.picture() for one in states]
(folder / "game.gif").write_bytes(animation(frames, "gif", scale=0.75, milliseconds=500))
print("written:", *sorted(path.name for path in folder.iterdir()))
