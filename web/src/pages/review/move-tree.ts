// The moves of a reviewed game and the variations that were tried.

import type { ReviewPosition } from "../../api/wire";

/** The position after a move; the root has no move. */
export class Node {
  /** The known continuations; the move of the game comes first. */
  readonly children: Node[] = [];
  position: ReviewPosition | null = null;
  #log: string[] | null = null;

  constructor(
    readonly parent: Node | null,
    readonly number: number, // moves played
    readonly move: string,
    readonly mover: number, // the seat
    readonly isGame: boolean, // part of the game, not of a variation
    readonly lines: readonly string[], // that the move added to the log
  ) {}

  /** The complete log up to here. */
  get log(): string[] {
    this.#log ??= [...(this.parent?.log ?? []), ...this.lines];
    return this.#log;
  }

  /** The next position when stepping forwards. */
  get next(): Node | null {
    return this.children[0] ?? null;
  }
}

/** Split a log: one list for the deal, then one for each move with the draws after it. */
export function splitLog(log: readonly string[]): string[][] {
  const parts: string[][] = [[]];
  for (const line of log) {
    if (line.startsWith("*")) parts.at(-1)!.push(line);
    else parts.push([line]);
  }
  return parts;
}

/** The body of a record; of the first one if the file has several. */
export function bodyOf(record: string): string[] {
  const lines = record.split(/\r?\n/);
  const start = lines.findIndex((line, k) => line.trim() === "" && lines.slice(0, k).some((header) => header.startsWith("game:")));
  const body = start < 0 ? [] : lines.slice(start + 1);
  const end = body.findIndex((line) => line.startsWith("game:"));
  return (end < 0 ? body : body.slice(0, end)).map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("#"));
}

export class Tree {
  /** The positions of the game, by number. */
  readonly game: readonly Node[];

  constructor(log: readonly string[]) {
    const [deal, ...moves] = splitLog(log);
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

  /** The position of the game with this number, or the nearest one. */
  at(number: number): Node {
    const within = Math.max(0, Math.min(this.game.length - 1, Math.trunc(number) || 0));
    return this.game[within]!;
  }

  /** The position after a move, if it is known. */
  child(from: Node, move: string): Node | null {
    return from.children.find((child) => child.move === move) ?? null;
  }

  /** Add the position after a move, as sent by the server. */
  addChild(from: Node, move: string, position: ReviewPosition): Node {
    const known = this.child(from, move);
    if (known !== null) return known;
    const lines = Object.values(position.lines)[0] ?? [];
    const node = new Node(from, from.number + 1, move, position.mover ?? 0, false, lines);
    node.position = position;
    from.children.push(node);
    return node;
  }

  /** Remove a variation; return the position that it branched from. */
  removeVariation(node: Node): Node {
    const from = node.parent;
    if (from === null || node.isGame) return node;
    from.children.splice(from.children.indexOf(node), 1);
    return from;
  }

  /** The position of the game where a variation branches off, and its moves. */
  path(node: Node): { at: Node; moves: string[] } {
    const moves: string[] = [];
    let at = node;
    while (!at.isGame && at.parent !== null) {
      moves.unshift(at.move);
      at = at.parent;
    }
    return { at, moves };
  }

  /** All positions of the line through a position, from the deal to its end. */
  line(node: Node): Node[] {
    const line: Node[] = [];
    for (let step: Node | null = node; step !== null; step = step.parent) line.unshift(step);
    for (let step = node.next; step !== null; step = step.next) line.push(step);
    return line;
  }

  /** The last positions of all variations. */
  variationEnds(): Node[] {
    const ends: Node[] = [];
    const collectEnds = (node: Node): void => {
      if (node.children.length === 0) ends.push(node);
      node.children.forEach(collectEnds);
    };
    for (const node of this.game) node.children.filter((child) => !child.isGame).forEach(collectEnds);
    return ends;
  }
}
