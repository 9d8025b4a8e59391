"""Information-set Monte Carlo tree search, for every game: the compiled part.

One tree of moves (open loop: a node is the moves that led to it). Every iteration deals anew what
the searching seat cannot know, goes down the tree among the moves that are good in this deal,
adds a node, plays on a little by the game's `policy` and carries what every seat can expect back
up. Each seat is taken to maximise its own utility.

Nothing here allocates: all arrays come from the caller (`genial.bots.search.Trunk`).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from genial.bots.model import Floats, Learnt, candidates, follow, outlook, playout, prepare
from genial.core.kernel import Batch, Codes, Stream, entry, hide, is_over, rule, seat_to_move

MAX_SEATS = 4
MAX_DEPTH = 256
ROOT = 0
NONE = -1
_LEGAL = -2  # a place that is still to be given

NODE = np.dtype(
    [
        ("worth", "f8", MAX_SEATS),  # sum over visits of what each seat could expect
        ("parent", "i4"),
        ("move", "i4"),  # that leads here from the parent
        ("visits", "i4"),
        ("prior", "f4"),  # when it was first seen
    ],
    align=True,
)
Nodes = npt.NDArray[np.void]
Slots = npt.NDArray[np.int32]  # a hash table from (parent, move) to nodes

# Settings of a search, one array of floats.
EXPLORE, WIDTH, WIDEN, PLIES, FIRST, HIDING = range(6)
SETTINGS = (
    "explore",  # weight of priors and curiosity against results
    "width",  # moves considered at a new node
    "widen",  # more of them with the square root of visits
    "plies",  # moves of a playout before the position is judged
    "first",  # how much less an untried move is expected to be worth than its parent
    "hiding",  # deal hidden cards anew in every iteration?
)


@rule
def slot_of(slots: Slots, nodes: Nodes, parent: int, move: int) -> int:
    """Where the hash table has this node, or would have it."""
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
    """Write a new node at place `used`."""
    node = nodes[used]
    for seat in range(MAX_SEATS):
        node.worth[seat] = 0.0
    node.parent = parent
    node.move = move
    node.visits = 0
    node.prior = prior
    slots[slot_of(slots, nodes, parent, move)] = used


@entry
def plant(nodes: Nodes, slots: Slots) -> int:
    """An empty tree; how many nodes it has."""
    for k in range(slots.size):
        slots[k] = NONE
    nodes[ROOT].parent = NONE
    nodes[ROOT].move = NONE
    nodes[ROOT].visits = 0
    for seat in range(MAX_SEATS):
        nodes[ROOT].worth[seat] = 0.0
    return 1


@rule
def width_of(settings: Floats, visits: int, most: int) -> int:
    """How many moves are considered at a node: at least one, whatever the settings are."""
    return max(1, min(most, int(settings[WIDTH] + settings[WIDEN] * np.sqrt(visits))))


@entry
def prepare_root(root: Batch, root_mind: Batch) -> None:
    """Work out the mind of the position that is searched."""
    prepare(root[0], root_mind[0])


@entry
def grow(
    root: Batch,
    root_mind: Batch,
    work: Batch,
    minds: Batch,
    nodes: Nodes,
    slots: Slots,
    used: int,
    iterations: int,
    seat: int,
    settings: Floats,
    learnt: Learnt,
    stream: Stream,
    moves: Codes,
    priors: Floats,
    path: Codes,
    utilities: Floats,
) -> int:
    """So many iterations of the search for a seat, whose turn it is; how many nodes there are then.

    `nodes` has room for one more node an iteration, `slots` for twice as many. The rest is scratch:
    three rows of `moves` and two of `priors`, each with room for a list of moves; `path`, which
    is as long as the tree may be deep; and `utilities`, one for each of MAX_SEATS.
    """
    here_moves, root_moves, found = moves[0], moves[1], moves[2]
    here_priors, root_priors = priors[0], priors[1]
    # What the searching seat can do is the same in every deal, so it is looked at once a width.
    root_limit, root_n = -1, 0
    for _ in range(iterations):
        work[0] = root[0]
        minds[0] = root_mind[0]
        s, m = work[0], minds[0]
        if settings[HIDING] > 0.0:
            hide(s, seat, stream)
        node, depth, is_new = ROOT, 1, False
        path[0] = ROOT
        while not is_new and depth < path.size and not is_over(s):
            limit = width_of(settings, nodes[node].visits, found.size)
            if node == ROOT:
                if limit != root_limit:
                    root_n = candidates(s, m, learnt, limit, root_moves, root_priors)
                    root_limit = limit
                k, child = promising(
                    s, nodes, slots, node, root_n, root_moves, root_priors, found, settings
                )
                move, prior = root_moves[k], root_priors[k]
            else:
                n = candidates(s, m, learnt, limit, here_moves, here_priors)
                k, child = promising(
                    s, nodes, slots, node, n, here_moves, here_priors, found, settings
                )
                move, prior = here_moves[k], here_priors[k]
            if child == NONE:
                child = used
                add_node(nodes, slots, used, node, move, prior)
                used += 1
                is_new = True
            follow(s, m, move, stream)
            node = child
            path[depth] = node
            depth += 1
        if is_over(s):
            outlook(s, m, learnt, utilities)
        else:
            playout(s, m, learnt, int(settings[PLIES]), stream, utilities)
        for k in range(depth):
            node = path[k]
            nodes[node].visits += 1
            for other in range(MAX_SEATS):
                nodes[node].worth[other] += utilities[other]
    return used


@rule
def promising(
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
    """Which of n moves to try, and its node or NONE; `found` has room for the nodes of all."""
    seat = seat_to_move(s)
    here = nodes[parent]
    mean = here.worth[seat] / here.visits if here.visits > 0 else 0.5
    tried = 0
    for k in range(n):
        found[k] = slots[slot_of(slots, nodes, parent, moves[k])]
        if found[k] != NONE:
            tried += nodes[found[k]].visits
    curiosity = settings[EXPLORE] * np.sqrt(tried + 1.0)
    best, best_score = 0, -1.0e9
    for k in range(n):
        if found[k] == NONE or nodes[found[k]].visits == 0:
            score = mean - settings[FIRST] + curiosity * priors[k]
        else:
            child = nodes[found[k]]
            score = child.worth[seat] / child.visits
            score += curiosity * priors[k] / (1.0 + child.visits)
        if score > best_score:
            best, best_score = k, score
    return best, found[best]


@entry
def rehash(nodes: Nodes, slots: Slots, used: int) -> None:
    """Fill a new hash table with the nodes there are."""
    for k in range(slots.size):
        slots[k] = NONE
    for node in range(1, used):
        slots[slot_of(slots, nodes, nodes[node].parent, nodes[node].move)] = node


@entry
def descend(nodes: Nodes, slots: Slots, path: Codes) -> int:
    """The node that these moves lead to from the root, or NONE."""
    node = ROOT
    for k in range(path.size):
        node = slots[slot_of(slots, nodes, node, path[k])]
        if node == NONE:
            return NONE
    return int(node)


@entry
def keep_below(nodes: Nodes, slots: Slots, used: int, top: int, legal: Codes, place: Codes) -> int:
    """Make `top` the root, with its legal moves and what is below them; how many nodes remain.

    In other deals other moves were possible at `top`: those that are not legal now go with all
    that is below them, and the root counts what its remaining moves count. `place` is scratch
    with room for all nodes. Children stand behind their parents, so one pass is enough.
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
    count_root(nodes, kept)
    rehash(nodes, slots, kept)
    return kept


@rule
def count_root(nodes: Nodes, used: int) -> None:
    """Let the root have the visits and the worth of its moves together."""
    root = nodes[ROOT]
    root.visits = 0
    for seat in range(MAX_SEATS):
        root.worth[seat] = 0.0
    for node in range(1, used):
        if nodes[node].parent == ROOT:
            root.visits += nodes[node].visits
            for seat in range(MAX_SEATS):
                root.worth[seat] += nodes[node].worth[seat]
