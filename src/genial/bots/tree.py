"""Information-set Monte Carlo tree search, for every game: the compiled part.

One tree of moves (open loop: a node stands for the moves that led to it). Every iteration re-deals
what the searching seat cannot know, descends among the moves that are legal in this deal, adds a
node, plays a few moves by the game's `policy`, evaluates the position and backs the utilities of
all seats up. Each seat is assumed to maximise its own utility.

The kernels do not allocate: a `SearchTree` owns all their arrays.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from genial.bots.model import (
    Floats,
    Model,
    Weights,
    advance,
    candidates,
    evaluate,
    playout,
    prepare,
)
from genial.core.game import Game
from genial.core.kernel import Codes, Records, Stream, entry, hide, is_over, rule, seat_to_move

MAX_SEATS = 4
MAX_DEPTH = 256
ROOT = 0
NONE = -1
_LEGAL = -2  # a legal child whose new place is not known yet

NODE = np.dtype(
    [
        ("value_sums", "f8", MAX_SEATS),  # the utilities of each seat, summed over visits
        ("parent", "i4"),
        ("move", "i4"),  # from the parent to this node
        ("visits", "i4"),
        ("prior", "f4"),  # when the node was added
    ],
    align=True,
)
Nodes = npt.NDArray[np.void]
Slots = npt.NDArray[np.int32]  # a hash table from (parent, move) to nodes

# Settings of a search, one array of floats.
EXPLORE, WIDTH, WIDEN, PLIES, FIRST, HIDING = range(6)
SETTINGS = (
    "explore",  # weight of the priors against the results
    "width",  # moves considered at a new node
    "widen",  # further moves, times the square root of the visits
    "plies",  # moves of a playout before the evaluation
    "first",  # how much lower than its parent an untried move is valued
    "hiding",  # whether every iteration re-deals what is hidden
)


@rule
def slot_of(slots: Slots, nodes: Nodes, parent: int, move: int) -> int:
    """Return the slot of this node in the hash table, or the empty slot for it."""
    mask = slots.size - 1
    at = (parent * 0x9E3779B1 + move * 0x85EBCA6B) >> 7 & mask
    while slots[at] != NONE:
        node = slots[at]
        if nodes[node].parent == parent and nodes[node].move == move:
            break
        at = (at + 1) & mask
    return at


@rule
def add_node(nodes: Nodes, slots: Slots, used: int, parent: int, move: int, prior: float) -> None:
    """Write a new node at index `used`."""
    node = nodes[used]
    for seat in range(MAX_SEATS):
        node.value_sums[seat] = 0.0
    node.parent = parent
    node.move = move
    node.visits = 0
    node.prior = prior
    slots[slot_of(slots, nodes, parent, move)] = used


@entry
def reset(nodes: Nodes, slots: Slots) -> int:
    """Make the tree empty; return the number of nodes, 1."""
    for k in range(slots.size):
        slots[k] = NONE
    nodes[ROOT].parent = NONE
    nodes[ROOT].move = NONE
    nodes[ROOT].visits = 0
    for seat in range(MAX_SEATS):
        nodes[ROOT].value_sums[seat] = 0.0
    return 1


@rule
def width_of(settings: Floats, visits: int, most: int) -> int:
    """Return how many moves a node considers: at least one, whatever the settings."""
    return max(1, min(most, int(settings[WIDTH] + settings[WIDEN] * np.sqrt(visits))))


@entry
def prepare_root(root: Records, root_features: Records) -> None:
    """Compute the features of the position to search."""
    prepare(root[0], root_features[0])


@entry
def grow(
    root: Records,
    root_features: Records,
    work: Records,
    features: Records,
    nodes: Nodes,
    slots: Slots,
    used: int,
    iterations: int,
    seat: int,
    settings: Floats,
    weights: Weights,
    stream: Stream,
    moves: Codes,
    priors: Floats,
    path: Codes,
    utilities: Floats,
) -> int:
    """Run iterations of the search for the seat to move; return the number of nodes.

    `nodes` has room for one more node per iteration, `slots` for twice as many. The rest is
    scratch: three rows of `moves` and two of `priors`, each with room for a list of moves; `path`,
    as long as the tree may be deep; and `utilities`, one for each of MAX_SEATS.
    """
    here_moves, root_moves, found = moves[0], moves[1], moves[2]
    here_priors, root_priors = priors[0], priors[1]
    # The searching seat has the same moves in every deal, so they are listed once per width.
    root_limit, root_n = -1, 0
    for _ in range(iterations):
        work[0] = root[0]
        features[0] = root_features[0]
        s, f = work[0], features[0]
        if settings[HIDING] > 0.0:
            hide(s, seat, stream)
        node, depth, is_new = ROOT, 1, False
        path[0] = ROOT
        while not is_new and depth < path.size and not is_over(s):
            limit = width_of(settings, nodes[node].visits, found.size)
            if node == ROOT:
                if limit != root_limit:
                    root_n = candidates(s, f, weights, limit, root_moves, root_priors)
                    root_limit = limit
                k, child = select(
                    s, nodes, slots, node, root_n, root_moves, root_priors, found, settings
                )
                move, prior = root_moves[k], root_priors[k]
            else:
                n = candidates(s, f, weights, limit, here_moves, here_priors)
                k, child = select(
                    s, nodes, slots, node, n, here_moves, here_priors, found, settings
                )
                move, prior = here_moves[k], here_priors[k]
            if child == NONE:
                child = used
                add_node(nodes, slots, used, node, move, prior)
                used += 1
                is_new = True
            advance(s, f, move, stream)
            node = child
            path[depth] = node
            depth += 1
        if is_over(s):
            evaluate(s, f, weights, utilities)
        else:
            playout(s, f, weights, int(settings[PLIES]), stream, utilities)
        for k in range(depth):
            node = path[k]
            nodes[node].visits += 1
            for other in range(MAX_SEATS):
                nodes[node].value_sums[other] += utilities[other]
    return used


@rule
def select(
    s: object,
    nodes: Nodes,
    slots: Slots,
    parent: int,
    n: int,
    moves: Codes,
    priors: Floats,
    found: Codes,
    settings: Floats,
) -> tuple[int, int]:
    """Select one of n moves by PUCT; return its index and its node or NONE.

    `found` has room for the nodes of all moves.
    """
    seat = seat_to_move(s)
    here = nodes[parent]
    mean = here.value_sums[seat] / here.visits if here.visits > 0 else 0.5
    tried = 0
    for k in range(n):
        found[k] = slots[slot_of(slots, nodes, parent, moves[k])]
        if found[k] != NONE:
            tried += nodes[found[k]].visits
    bonus = settings[EXPLORE] * np.sqrt(tried + 1.0)
    best, best_score = 0, -1.0e9
    for k in range(n):
        if found[k] == NONE or nodes[found[k]].visits == 0:
            score = mean - settings[FIRST] + bonus * priors[k]
        else:
            child = nodes[found[k]]
            score = child.value_sums[seat] / child.visits
            score += bonus * priors[k] / (1.0 + child.visits)
        if score > best_score:
            best, best_score = k, score
    return best, found[best]


@entry
def rehash(nodes: Nodes, slots: Slots, used: int) -> None:
    """Fill an empty hash table with all nodes."""
    for k in range(slots.size):
        slots[k] = NONE
    for node in range(1, used):
        slots[slot_of(slots, nodes, nodes[node].parent, nodes[node].move)] = node


@entry
def descend(nodes: Nodes, slots: Slots, path: Codes) -> int:
    """Return the node that these moves lead to from the root, or NONE."""
    node = ROOT
    for k in range(path.size):
        node = slots[slot_of(slots, nodes, node, path[k])]
        if node == NONE:
            return NONE
    return int(node)


@entry
def reroot(nodes: Nodes, slots: Slots, used: int, top: int, legal: Codes, place: Codes) -> int:
    """Make `top` the root and keep the subtrees of its legal moves; return how many nodes remain.

    Moves that were legal in other deals only are dropped, and the visits of the root become those
    of its remaining moves. `place` is scratch with room for all nodes. Children come after their
    parents, so one pass is enough.
    """
    for node in range(used):
        place[node] = NONE
    for k in range(legal.size):
        child = slots[slot_of(slots, nodes, top, legal[k])]
        if child != NONE:
            place[child] = _LEGAL
    kept = 0
    for node in range(top, used):
        parent = nodes[node].parent
        if node == top:
            parent = NONE
        elif parent == top:
            if place[node] != _LEGAL:
                continue
            parent = ROOT
        elif parent > top and place[parent] != NONE:
            parent = place[parent]
        else:
            continue
        nodes[kept] = nodes[node]
        nodes[kept].parent = parent
        place[node] = kept
        kept += 1
    recount_root(nodes, kept)
    rehash(nodes, slots, kept)
    return kept


@rule
def recount_root(nodes: Nodes, used: int) -> None:
    """Set the visits and values of the root to the sums over its moves."""
    root = nodes[ROOT]
    root.visits = 0
    for seat in range(MAX_SEATS):
        root.value_sums[seat] = 0.0
    for node in range(1, used):
        if nodes[node].parent == ROOT:
            root.visits += nodes[node].visits
            for seat in range(MAX_SEATS):
                root.value_sums[seat] += nodes[node].value_sums[seat]


class SearchTree:
    """A tree and the arrays that growing it needs. Every thread has its own."""

    def __init__(self, game: Game, model: Model, settings: Floats, weights: Weights) -> None:
        rules = game.kit.rules
        self.root_features: Records = np.zeros(1, model.FEATURES)
        self._features: Records = np.zeros(1, model.FEATURES)
        self._work: Records = np.zeros(1, rules.DTYPE)
        self._moves: Codes = np.zeros((3, rules.MAX_MOVES), np.int32)
        self._priors: Floats = np.zeros((2, rules.MAX_MOVES))
        self._path: Codes = np.zeros(MAX_DEPTH, np.int32)
        self._utilities: Floats = np.zeros(MAX_SEATS)
        self._settings, self.weights = settings, weights
        self.nodes: Nodes = np.zeros(1, NODE)
        self.slots: Slots = np.zeros(2, np.int32)
        self.clear()
        self._make_room(1023)  # load the code now, not during the first search

    def clear(self) -> None:
        """Empty the tree."""
        self.used = reset(self.nodes, self.slots)

    def reuse(self, moves: list[int], legal: Codes) -> bool:
        """Keep the subtree below these moves; return whether there is one.

        Only subtrees of legal moves of the position are kept.
        """
        top = descend(self.nodes, self.slots, np.array(moves, np.int32))
        if top == NONE:
            self.clear()
            return False
        place: Codes = np.zeros(self.used, np.int32)
        self.used = reroot(self.nodes, self.slots, self.used, top, legal, place)
        return True

    def grow(self, root: Records, seat: int, iterations: int, stream: Stream) -> None:
        """Run iterations of the search."""
        self._make_room(iterations)
        self.used = grow(
            root, self.root_features, self._work, self._features, self.nodes, self.slots, self.used,
            iterations, seat, self._settings, self.weights, stream, self._moves, self._priors,
            self._path, self._utilities,
        )  # fmt: skip

    def _make_room(self, iterations: int) -> None:
        needed = self.used + iterations
        if needed > self.nodes.size:
            more: Nodes = np.zeros(2 * needed, NODE)
            more[: self.used] = self.nodes[: self.used]
            self.nodes = more
        if 2 * needed > self.slots.size:
            self.slots = np.zeros(1 << (4 * needed).bit_length(), np.int32)
            rehash(self.nodes, self.slots, self.used)
        # An iteration adds at most one node, and a look-up ends at an empty slot.
        assert needed <= self.nodes.size
        assert 2 * needed <= self.slots.size == 1 << self.slots.size.bit_length() - 1

    def first_moves(self) -> dict[int, tuple[int, Floats]]:
        """Return the visits and the summed utilities of the moves at the root."""
        nodes = self.nodes[1 : self.used]
        return {
            int(node["move"]): (int(node["visits"]), node["value_sums"].copy())
            for node in nodes[nodes["parent"] == ROOT]
        }

    def lead(self) -> int:
        """Return by how many visits the best move at the root is ahead."""
        nodes = self.nodes[1 : self.used]
        visits = np.sort(nodes["visits"][nodes["parent"] == ROOT])
        if visits.size < 2:
            return int(visits.sum())
        return int(visits[-1] - visits[-2])
