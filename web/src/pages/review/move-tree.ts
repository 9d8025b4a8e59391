// The moves of a game that is looked back at, and those that were tried instead.

import type { Position } from "../../api/wire";

/** The position after a move; the first one has none. */
export class Node {
  /** What can be played from here and is known; the game's own move comes first. */
  readonly children: Node[] = [];
  position: Position | null = null;
  #log: readonly string[] | null = null;

  constructor(
    readonly parent: Node | null,
    readonly number: number, // moves played
    readonly move: string,
    readonly mover: number, // the seat
    readonly isGame: boolean, // as it was played, not tried
    readonly lines: readonly string[], // that the move added to the log
  ) {}

  /** The whole log up to here. */
  get log(): readonly string[] {
    this.#log ??= [...(this.parent?.log ?? []), ...this.lines];
    return this.#log;
  }

  /** Where stepping on leads. */
  get next(): Node | null {
    return this.children[0] ?? null;
  }
}

/** The lines of a log, one list for the deal and one for each move with what was drawn after it. */
export function split(log: readonly string[]): string[][] {
  const parts: string[][] = [[]];
  for (const line of log) {
    if (line.startsWith("*")) parts.at(-1)!.push(line);
    else parts.push([line]);
  }
  return parts;
}

/** The body of a record; of a file with several, of the first. */
export function bodyOf(record: string): string[] {
  const lines = record.split(/\r?\n/);
  const start = lines.findIndex((line, k) => line.trim() === "" && lines.slice(0, k).some((one) => one.startsWith("game:")));
  const body = start < 0 ? [] : lines.slice(start + 1);
  const end = body.findIndex((line) => line.startsWith("game:"));
  return (end < 0 ? body : body.slice(0, end)).map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("#"));
}

export class Tree {
  /** The positions of the game, by number. */
  readonly game: readonly Node[];

  constructor(log: readonly string[]) {
    const [deal, ...moves] = split(log);
    const game = [new Node(null, 0, "", 0, true, deal ?? [])];
    for (const lines of moves) {
      const [seat = "", move = ""] = lines[0]!.split(" ");
      const before = game.at(-1)!;
      const node = new Node(before, before.number + 1, move, Number(seat), true, lines);
      before.children.push(node);
      game.push(node);
    }
    this.game = game;
  }

  get last(): Node {
    return this.game.at(-1)!;
  }

  /** The position of the game with this number, or the nearest. */
  at(number: number): Node {
    const within = Math.max(0, Math.min(this.game.length - 1, Math.trunc(number) || 0));
    return this.game[within]!;
  }

  /** Where a move leads, if that is known. */
  known(from: Node, move: string): Node | null {
    return from.children.find((child) => child.move === move) ?? null;
  }

  /** Where a move leads, as the server says. */
  grow(from: Node, move: string, position: Position): Node {
    const known = this.known(from, move);
    if (known !== null) return known;
    const lines = Object.values(position.lines)[0] ?? [];
    const node = new Node(from, from.number + 1, move, position.mover ?? 0, false, lines);
    node.position = position;
    from.children.push(node);
    return node;
  }

  /** Forget a try and all that follows it; where that leaves who looked at it. */
  prune(node: Node): Node {
    const from = node.parent;
    if (from === null || node.isGame) return node;
    from.children.splice(from.children.indexOf(node), 1);
    return from;
  }

  /** The position of the game that a line leaves at, and the moves from there. */
  path(node: Node): { at: Node; moves: string[] } {
    const moves: string[] = [];
    let at = node;
    while (!at.isGame && at.parent !== null) {
      moves.unshift(at.move);
      at = at.parent;
    }
    return { at, moves };
  }

  /** All positions of the line that a position is in, from the deal to its end; by number. */
  line(node: Node): Node[] {
    const line: Node[] = [];
    for (let one: Node | null = node; one !== null; one = one.parent) line.unshift(one);
    for (let one = node.next; one !== null; one = one.next) line.push(one);
    return line;
  }

  /** The last positions of all that was tried. */
  tries(): Node[] {
    const ends: Node[] = [];
    const look = (node: Node): void => {
      if (node.children.length === 0) ends.push(node);
      node.children.forEach(look);
    };
    for (const node of this.game) node.children.filter((child) => !child.isGame).forEach(look);
    return ends;
  }
}
