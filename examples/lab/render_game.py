"""A game as pictures: every position as SVG and PNG, and the whole of it as an animated GIF.

    python examples/lab/render_game.py [GAME] [FOLDER]

The parts below can be pasted into a notebook one by one.
"""

# %% What is drawn, and where to
import sys
from pathlib import Path

from PIL import ImageOps

import genial
from genial.bots import make
from genial.lab.drawings import picture
from genial.lab.picture import PAPER

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

# %% The end as it is drawn in a notebook: put `drawn.svg()` into IPython.display.SVG
drawn = picture(state.view(None))
(folder / "end.svg").write_text(drawn.svg(), encoding="utf-8")
drawn.image(scale=1.5).save(folder / "end.png")

# %% All of it, a frame a move (of a long game some), the last one longer
shown = [*states[: -1 : max(1, len(states) // 60)], state]
frames = [picture(one.view(None)).image(scale=0.75) for one in shown]
size = max(frame.size[0] for frame in frames), max(frame.size[1] for frame in frames)
frames = [ImageOps.pad(frame, size, color=PAPER) for frame in frames]
times = [500] * (len(frames) - 1) + [3000]
frames[0].save(folder / "game.gif", save_all=True, append_images=frames[1:], duration=times, loop=0)
print("written:", *sorted(path.name for path in folder.iterdir()))
