// A game that is looked back at: where one is, what was tried, what a bot says about it.

import { get, post, Refusal } from "../../api/http";
import type { Explain } from "../../games/board/explain";
import { retryWhilePreparing } from "../../api/retry";
import { session } from "../../stores/session.svelte";
import type { Analysis, Judged, Position } from "../../api/wire";
import { sentence, t } from "../../i18n/index.svelte";
import { address, load, type Kind, type Source } from "./source";
import { type Node, Tree } from "./move-tree";

const PAUSE = 1500; // milliseconds until the server is asked again

const later = (): Promise<void> => new Promise((done) => setTimeout(done, PAUSE));

export class ReviewState {
  source = $state.raw<Source | null>(null);
  /** Where one wants to be; the board follows as soon as the server has told the position. */
  now = $state.raw<Node | null>(null);
  shown = $state.raw<Node | null>(null);
  tries = $state.raw<Node[]>([]);
  analysis = $state.raw<Analysis | null>(null);
  problem = $state("");
  #tree: Tree | null = null;
  #seed: number | null = null; // from which all tries are dealt
  #known = new Map<string, Promise<Position>>();
  #isOver = false;

  constructor(readonly kind: Kind, readonly name: string) {}

  get tree(): Tree {
    return this.#tree!;
  }

  /** Load the game and go to a move, or to the end of a line that was tried. */
  async begin(number: number | null, moves: readonly string[], seed: number | null): Promise<void> {
    await this.#carefully(async () => {
      const source = await load(this.kind, this.name);
      this.#tree = new Tree(source.log);
      [this.source, this.#seed] = [source, seed];
      let node = number === null ? this.#tree.last : this.#tree.at(number);
      await this.go(node);
      for (const move of moves) node = (await this.attempt(node, move)) ?? node;
      void this.#follow();
    });
  }

  end(): void {
    this.#isOver = true;
  }

  // --- going about

  async go(node: Node): Promise<void> {
    this.now = node;
    await this.#carefully(async () => {
      await this.#load(node);
      if (this.now !== node || this.#isOver) return;
      [this.shown, this.problem] = [node, ""];
      if (node.next !== null) void this.#load(node.next).catch(() => undefined); // it is likely next
    });
  }

  async #load(node: Node): Promise<void> {
    if (node.position !== null) return;
    node.position = await this.#position(`${node.number}`, () => get<Position>(`${address(this.kind, this.name)}/positions/${node.number}`));
  }

  /** What the server tells, asked for once; while it prepares the game, until it can tell. */
  #position(key: string, ask: () => Promise<Position>): Promise<Position> {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const asking = retryWhilePreparing(ask, (why) => (this.problem = sentence(why)), () => !this.#isOver);
    asking.catch(() => this.#known.delete(key)); // perhaps it can be told later
    this.#known.set(key, asking);
    return asking;
  }

  // --- trying

  get seed(): number | null {
    return this.#seed;
  }

  async #tried(from: Node, move: string): Promise<Position> {
    const { at, moves } = this.tree.path(from);
    const all = [...moves, move];
    const position = await this.#position(`${at.number} ${all.join(" ")}`, () =>
      post<Position>("/api/review", {
        [this.kind]: this.name, at: at.number, moves: all, ...(this.#seed === null ? {} : { seed: this.#seed }),
      }),
    );
    this.#seed ??= position.seed ?? null; // so that what was dealt once stays
    return position;
  }

  /** Play a move from a position, and go there. */
  async attempt(from: Node, move: string): Promise<Node | null> {
    return this.#carefully(async () => {
      const node = this.tree.known(from, move) ?? this.tree.grow(from, move, await this.#tried(from, move));
      this.tries = this.tree.tries();
      await this.go(node);
      return node;
    });
  }

  /** What a move from a position would bring. */
  explain(from: Node): Explain {
    return async (move) => {
      try {
        return (await this.#tried(from, move)).explained ?? null;
      } catch {
        return null;
      }
    };
  }

  async forget(node: Node): Promise<void> {
    let first = node;
    while (first.parent !== null && !first.parent.isGame && first.parent.children.length === 1) first = first.parent;
    const isHere = this.now !== null && this.tree.line(this.now).includes(first);
    const from = this.tree.prune(first);
    this.tries = this.tree.tries();
    if (isHere) await this.go(from);
  }

  // --- analysis

  /** Have the game analysed. */
  async analyse(): Promise<void> {
    await this.#carefully(async () => {
      await session.ensureAccount(t("guest.name"));
      this.analysis = await post<Analysis>(`${address(this.kind, this.name)}/analysis`);
      await this.#follow();
    });
  }

  /** See how far the analysis is, until it is done; nobody may have asked for one. */
  async #follow(): Promise<void> {
    while (!this.#isOver) {
      try {
        this.analysis = await get<Analysis>(`${address(this.kind, this.name)}/analysis`);
      } catch (why) {
        if (!(why instanceof Refusal) || why.code !== "offline") return;
      }
      if (this.analysis !== null && this.analysis.status !== "queued" && this.analysis.status !== "running") return;
      await later();
    }
  }

  /** What was found about the move that led to a position of the game. */
  judged(node: Node | null): Judged | null {
    if (node === null || !node.isGame) return null;
    return this.analysis?.findings.moves.find((move) => move.number === node.number) ?? null;
  }

  async #carefully<T>(form: () => Promise<T>): Promise<T | null> {
    try {
      return await form();
    } catch (why) {
      this.problem = sentence(why);
      return null;
    }
  }
}
