// The state of a review: the current position, variations that were tried, and the analysis.

import { get, post, Refusal, remove } from "../../api/http";
import { isLocal } from "../../local/address";
import { hasEngine } from "../../local/engine";
import type { Explain } from "../../games/board/explain";
import { retryWhilePreparing } from "../../api/retry";
import { session } from "../../stores/session.svelte";
import type { Analysis, GradedMove, ReviewPosition } from "../../api/wire";
import { sentence, t } from "../../i18n/index.svelte";
import { address, load, type Kind, type Source } from "./source";
import { type Node, Tree } from "./move-tree";

const POLL_INTERVAL = 1500; // milliseconds between requests for the analysis

/** The client of the worker, which is loaded when an analysis needs it. */
const loadClient = async (): Promise<typeof import("../../local/client.svelte")["localClient"]> => (await import("../../local/client.svelte")).localClient;

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL));

export class ReviewState {
  source = $state.raw<Source | null>(null);
  /** The node to go to; the board follows as soon as its position is loaded. */
  now = $state.raw<Node | null>(null);
  shown = $state.raw<Node | null>(null);
  variations = $state.raw<Node[]>([]);
  analysis = $state.raw<Analysis | null>(null);
  /** Does this browser analyse the game? If it cannot, the server does. */
  isInBrowser = $state(hasEngine());
  problem = $state("");
  #tree: Tree | null = null;
  #seed: number | null = null; // for deals in variations
  #cache = new Map<string, Promise<ReviewPosition>>();
  #isOver = false;

  constructor(readonly kind: Kind, readonly name: string) {}

  get tree(): Tree {
    return this.#tree!;
  }

  /** Load the game and go to a move, or to the end of a variation. */
  async begin(number: number | null, moves: readonly string[], seed: number | null): Promise<void> {
    await this.#report(async () => {
      const source = await load(this.kind, this.name);
      this.#tree = new Tree(source.log);
      [this.source, this.#seed] = [source, seed];
      let node = number === null ? this.#tree.last : this.#tree.at(number);
      await this.go(node);
      for (const move of moves) node = (await this.tryMove(node, move)) ?? node;
      void this.#pollAnalysis();
    });
  }

  end(): void {
    this.#isOver = true;
  }

  // --- navigation

  async go(node: Node): Promise<void> {
    this.now = node;
    await this.#report(async () => {
      await this.#load(node);
      if (this.now !== node || this.#isOver) return;
      [this.shown, this.problem] = [node, ""];
      if (node.next !== null) void this.#load(node.next).catch(() => undefined); // preload the likely next step
    });
  }

  async #load(node: Node): Promise<void> {
    if (node.position !== null) return;
    node.position = await this.#position(`${node.number}`, () => get<ReviewPosition>(`${address(this.kind, this.name)}/positions/${node.number}`));
  }

  /** Request a position once, and repeat the request while the server prepares the game. */
  #position(key: string, request: () => Promise<ReviewPosition>): Promise<ReviewPosition> {
    const cached = this.#cache.get(key);
    if (cached !== undefined) return cached;
    const position = retryWhilePreparing(request, (refusal) => (this.problem = sentence(refusal)), () => !this.#isOver);
    position.catch(() => this.#cache.delete(key)); // allow another attempt
    this.#cache.set(key, position);
    return position;
  }

  // --- variations

  get seed(): number | null {
    return this.#seed;
  }

  async #positionAfter(from: Node, move: string): Promise<ReviewPosition> {
    const { at, moves } = this.tree.path(from);
    const all = [...moves, move];
    const position = await this.#position(`${at.number} ${all.join(" ")}`, () =>
      post<ReviewPosition>("/api/review", {
        [this.kind]: this.name, at: at.number, moves: all, ...(this.#seed === null ? {} : { seed: this.#seed }),
      }),
    );
    this.#seed ??= position.seed ?? null; // keep the seed, so that the same deals come again
    return position;
  }

  /** Play a move from a position and go there. */
  async tryMove(from: Node, move: string): Promise<Node | null> {
    return this.#report(async () => {
      const node = this.tree.child(from, move) ?? this.tree.addChild(from, move, await this.#positionAfter(from, move));
      this.variations = this.tree.variationEnds();
      await this.go(node);
      return node;
    });
  }

  /** Explain the effects of moves from a position. */
  explain(from: Node): Explain {
    return async (move) => {
      try {
        return (await this.#positionAfter(from, move)).explained ?? null;
      } catch {
        return null;
      }
    };
  }

  async deleteVariation(node: Node): Promise<void> {
    let first = node;
    while (first.parent !== null && !first.parent.isGame && first.parent.children.length === 1) first = first.parent;
    const isShown = this.now !== null && this.tree.line(this.now).includes(first);
    const from = this.tree.removeVariation(first);
    this.variations = this.tree.variationEnds();
    if (isShown) await this.go(from);
  }

  // --- analysis

  /** Is the game or the record one of this browser, of which no server knows? */
  get isLocal(): boolean {
    return isLocal(this.name);
  }

  /** What this browser's analysis of the game is called. */
  get #subject(): string {
    return this.isLocal ? this.name : `${this.kind} ${this.name}`;
  }

  /** Is it this browser that has analysed the game, or is about to? */
  get isAnalysedHere(): boolean {
    return this.isInBrowser && (this.analysis === null || this.analysis.subject === this.#subject);
  }

  /** Request an analysis of the game: this browser's with a number of iterations for each move, or else the server's. */
  async analyse(effort: number): Promise<void> {
    await this.#report(async () => {
      this.analysis = await this.#start(effort);
      await this.#pollAnalysis();
    });
  }

  async #start(effort: number): Promise<Analysis> {
    const path = `${address(this.kind, this.name)}/analysis`;
    if (this.isLocal) return post<Analysis>(path, { effort });
    const text = this.isInBrowser ? (this.source?.text ?? (await get<string>(`${address(this.kind, this.name)}/record`))) : "";
    if (this.isInBrowser) {
      try {
        return await (await loadClient()).analyse({ subject: this.#subject, text, effort });
      } catch {
        this.isInBrowser = false; // the engine is missing, or does not know this game: the server may
      }
    }
    await session.ensureAccount(t("guest.name"));
    return post<Analysis>(path, {});
  }

  /** End this browser's analysis early. */
  async stopAnalysis(): Promise<void> {
    await this.#report(async () => {
      this.analysis = this.isLocal ? await remove<Analysis>(`${address(this.kind, this.name)}/analysis`) : await (await loadClient()).stopAnalysis(this.#subject);
    });
  }

  /** The analysis as far as it has come: this browser's, or else the server's. */
  async #findAnalysis(): Promise<Analysis> {
    if (this.isInBrowser && !this.isLocal) {
      const found = await loadClient().then((client) => client.analysis(this.#subject)).catch(() => null);
      if (found !== null && found.status !== "none") return found;
    }
    return get<Analysis>(`${address(this.kind, this.name)}/analysis`);
  }

  /** Poll the analysis until it is done; return if none was requested. */
  async #pollAnalysis(): Promise<void> {
    while (!this.#isOver) {
      try {
        const analysis = await this.#findAnalysis();
        if (analysis.status === "none") return;
        this.analysis = analysis;
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== "offline") return;
      }
      if (this.analysis !== null && this.analysis.status !== "queued" && this.analysis.status !== "running") return;
      await pause();
    }
  }

  /** The grading of the move that led to a position of the game. */
  gradedMoveOf(node: Node | null): GradedMove | null {
    if (node === null || !node.isGame) return null;
    return this.analysis?.findings.moves.find((move) => move.number === node.number) ?? null;
  }

  async #report<T>(action: () => Promise<T>): Promise<T | null> {
    try {
      return await action();
    } catch (error) {
      this.problem = sentence(error);
      return null;
    }
  }
}
