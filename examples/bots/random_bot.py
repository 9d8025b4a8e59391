"""A bot as a program: the arena writes a message to it, one JSON object a line, and it answers.

Try it:

    genial arena ingenious "cmd:python3 examples/bots/random_bot.py" random

It needs nothing but Python. Change `choose` to make it yours. All messages are explained in
docs/external-bots.md.
"""

import json
import random
import sys


def main() -> None:
    chance = random.Random()

    # Every message is one line. The loop ends when the arena closes our standard input.
    for line in sys.stdin:
        message = json.loads(line)
        kind = message["type"]

        if kind == "hello":
            # The first message. We answer with the protocol's version and our name.
            # "legal": true asks for the list of legal moves with every move that we are asked for.
            answer({"type": "hello", "protocol": 1, "name": "random_bot.py", "legal": True})

        elif kind == "new":
            # A game begins. The seed lets us play the same games again under the same seed.
            chance.seed(message["seed"])

        elif kind == "move":
            # Our turn: the view has all that our seat may see.
            answer({"move": choose(message["view"], message["legal"], chance)})

        elif kind == "over":
            # The game has ended. What we want to learn from it, we learn now.
            # Standard error is ours: the arena shows its end if something goes wrong.
            print("ranks by seat:", message["ranks"], file=sys.stderr)

        elif kind == "quit":
            return


def answer(message: dict) -> None:
    # Standard output is for answers only. Without `flush` the arena would wait for ever.
    print(json.dumps(message), flush=True)


def choose(view: dict, legal: list, chance: random.Random) -> str:
    """One idea for two of the games; in the others any legal move."""
    if view["game"] == "ingenious" and view["phase"] == "place":
        points = view["scores"][(view["seat"] - 1) % len(view["scores"])]
        worths = [worth(move, view["board"], points) for move in legal]
        best = max(worths)
        return chance.choice([move for move, its in zip(legal, worths) if its == best])
    if view["game"] == "tile-challenge" and "stop" in legal:
        # Every further tile may spoil the turn, so we stop with two.
        return "stop" if len(view["staging"]) >= 2 or "draw" not in legal else "draw"
    return chance.choice(legal)


def worth(move: str, board: dict, points: dict) -> int:
    """Neighbours of the same colour, and more for the colours that we have little of.

    A placement is written like Rh8Bi8: a colour and its cell, twice.
    """
    second = max(k for k, letter in enumerate(move) if letter.isupper())
    halves = [(move[0], move[1:second]), (move[second], move[second + 1 :])]
    total = 0
    for colour, cell in halves:
        equal = sum(board.get(next_to) == colour for next_to in neighbours(cell))
        total += equal * (18 - points[colour])
    return total


def neighbours(cell: str) -> list:
    """The six cells around a cell such as h8."""
    letter, number = ord(cell[0]), int(cell[1:])
    steps = [(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)]
    return [f"{chr(letter + q)}{number + r}" for q, r in steps]


if __name__ == "__main__":
    main()
