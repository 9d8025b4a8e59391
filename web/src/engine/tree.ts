// The tree of a search: its memory, and what it says. It is grown in the module.

import type { Thought } from "./bots";
import type { Rules } from "./rules";

const ROOT = 0;
const ROWS = { moves: 3, priors: 2 }; // of scratch, see `grow` in `genial.bots.tree`

/** A tree that grows from a position. It lives in memory that its maker takes back. */
export class SearchTree {
  private used: number;
  private room = 1024; // nodes
  private nodes: number;
  private slots: number;
  private readonly scratch: { readonly rootFeatures: number; readonly features: number; readonly work: number; readonly moves: number;
    readonly priors: number; readonly path: number; readonly utilities: number; readonly settings: number; readonly stream: number };

  constructor(
    private readonly rules: Rules,
    private readonly weights: number,
    private readonly weightCount: number,
    private readonly root: number,
    private readonly stream: BigUint64Array,
  ) {
    const { module } = rules;
    const { tables } = module;
    const { most } = tables;
    this.scratch = {
      rootFeatures: module.allocate(tables.features), features: module.allocate(tables.features), work: module.allocate(tables.record.size),
      moves: module.allocate(4 * ROWS.moves * most.moves), priors: module.allocate(8 * ROWS.priors * most.moves),
      path: module.allocate(4 * most.depth), utilities: module.allocate(8 * most.seats),
      settings: module.allocate(8 * tables.settings.length), stream: module.placeStream(stream),
    };
    module.floats(this.scratch.settings, tables.settings.length).set(tables.settings);
    this.nodes = module.allocate(this.room * tables.node.size);
    this.slots = module.allocate(4 * this.slotCount);
    this.used = this.call("reset")(this.nodes, this.room, this.slots, this.slotCount);
    this.call("prepare_root")(root, 1, this.scratch.rootFeatures, 1);
  }

  private get slotCount(): number {
    return 4 * this.room;
  }

  private call<Name extends "reset" | "prepare_root" | "grow" | "rehash">(name: Name): NonNullable<Rules["module"]["exports"][Name]> {
    const found = this.rules.module.exports[name];
    if (found === undefined) throw new Error(`the module has no ${name}`);
    return found;
  }

  /** Run iterations of the search. */
  grow(seat: number, iterations: number): void {
    this.makeRoom(iterations);
    const { most, settings } = this.rules.module.tables;
    const { scratch } = this;
    this.used = this.call("grow")(
      this.root, 1, scratch.rootFeatures, 1, scratch.work, 1, scratch.features, 1, this.nodes, this.room, this.slots, this.slotCount,
      this.used, iterations, seat, scratch.settings, settings.length, this.weights, this.weightCount, scratch.stream, this.stream.length,
      scratch.moves, ROWS.moves, most.moves, scratch.priors, ROWS.priors, most.moves, scratch.path, most.depth, scratch.utilities, most.seats,
    );
  }

  private makeRoom(iterations: number): void {
    if (this.used + iterations <= this.room) return;
    const { module } = this.rules;
    const { size } = module.tables.node;
    const before = this.nodes;
    while (this.used + iterations > this.room) this.room *= 2;
    this.nodes = module.allocate(this.room * size);
    module.bytes(this.nodes, this.used * size).set(module.bytes(before, this.used * size));
    this.slots = module.allocate(4 * this.slotCount);
    this.call("rehash")(this.nodes, this.room, this.slots, this.slotCount, this.used);
  }

  /** What the tree says: the most visited move first. */
  thought(seat: number): Thought {
    const { module, players } = this.rules;
    const { node, most } = module.tables;
    const view = new DataView(module.exports.memory.buffer, this.nodes, this.used * node.size);
    const first: { move: number; visits: number; sums: number[] }[] = [];
    for (let k = 1; k < this.used; k++) {
      const at = k * node.size;
      if (view.getInt32(at + node.parent, true) !== ROOT) continue;
      const sums = Array.from({ length: most.seats }, (_, other) => view.getFloat64(at + node.valueSums + 8 * other, true));
      first.push({ move: view.getInt32(at + node.move, true), visits: view.getInt32(at + node.visits, true), sums });
    }
    const visits = first.reduce((sum, { visits: count }) => sum + count, 0);
    const totals = Array.from({ length: players }, (_, other) => first.reduce((sum, { sums }) => sum + sums[other]!, 0));
    first.sort((one, other) => other.visits - one.visits || other.sums[seat]! - one.sums[seat]!);
    return {
      move: first[0]!.move,
      candidates: first.map(({ move, visits: count, sums }) => ({ move, value: sums[seat]! / Math.max(1, count), visits: count })),
      value: totals.map((total) => total / Math.max(1, visits)),
      visits,
    };
  }
}
