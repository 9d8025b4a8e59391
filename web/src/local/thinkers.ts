// Bots that think in workers of their own, so that nothing waits for them. Deep searches use all cores but one.

import { Refusal } from "../api/refusal";
import type { Seen, Thought } from "../engine/bots";
import type { Game } from "../engine/game";
import { NO_ENGINE } from "./engine";
import { type EngineFiles, loadWeights } from "./engine-files";
import { type Answer, type Limit, mergeThoughts, type Question } from "./thoughts";

const MOST = 8; // workers: each has a memory of its own
const LEAST_SHARE = 4; // every worker searches at least this part of the whole: merged trees are worth less than one
const LONGEST = 10_000; // milliseconds of a move: a slow device takes longer, but no longer than this

/** Iterations of the best level: what a server's core does in a second. */
const ITERATIONS: Readonly<Record<string, number>> = { ingenious: 20_000, spezial: 4_000, phoenix: 8_000 };

/** One worker, and the games and weights that it has been given. */
class Thinker {
  readonly #worker = new Worker(new URL("./thinking-worker.ts", import.meta.url), { type: "module" });
  readonly #known = new Set<string>();
  readonly #waiting = new Map<number, { resolve: (thought: Thought) => void; reject: (why: Refusal) => void }>();
  #questions = 0;
  isBroken = false;

  constructor() {
    this.#worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if ("thought" in data) waiting?.resolve(data.thought);
      else waiting?.reject(new Refusal(NO_ENGINE, data.failure));
    };
    this.#worker.onerror = () => this.end();
  }

  get load(): number {
    return this.#waiting.size;
  }

  ask(question: Omit<Question, "id">): Promise<Thought> {
    const id = (this.#questions += 1);
    const [game, weights] = [question.game, `${question.game} ${question.weights.name}`];
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({
        ...question, id, files: this.#known.has(game) ? null : question.files,
        weights: { ...question.weights, content: this.#known.has(weights) ? null : question.weights.content },
      });
      this.#known.add(game).add(weights);
    });
  }

  end(): void {
    this.isBroken = true;
    this.#worker.terminate();
    for (const { reject } of this.#waiting.values()) reject(interruption());
    this.#waiting.clear();
  }
}

const interruption = (): Refusal => new Refusal(NO_ENGINE, "the thinking was interrupted");

/** What a bot is asked. */
export interface Task {
  readonly game: Game;
  readonly files: EngineFiles;
  readonly seen: Seen;
  readonly level: string;
  readonly isOffTurn?: boolean;
  readonly share?: number; // of the effort and the time of a level without limits
  readonly limit?: Limit; // instead, for one worker
  readonly signal?: AbortSignal; // ends the thinking early
}

export class Thinkers {
  #all: Thinker[] = [];

  /** Start a worker before it is needed. */
  prepare(): void {
    this.#idlest(1);
  }

  /** Let a bot think. */
  async think({ game, files, seen, level, isOffTurn = false, share = 1, limit: given, signal }: Task): Promise<Thought> {
    const { weights: name } = game.rules.template;
    const { weights: counts, levels } = files.tables;
    const weights = { name, content: await loadWeights(game.name, name, counts[name] ?? 0) };
    const { kind, effort } = levels[level]!;
    const isDeep = (kind === "search" || kind === "endgame") && (effort ?? null) === null;
    const size = isDeep && !isOffTurn && given === undefined ? countThinkers() : 1;
    const limit = given ?? (isDeep ? limitOf(game.name, size, share) : null);
    if (signal?.aborted) throw interruption();
    const thinkers = this.#idlest(size);
    signal?.addEventListener("abort", () => thinkers.forEach((thinker) => thinker.end()));
    const asked = thinkers.map((thinker) => thinker.ask({ game: game.name, files, weights, seen, level, seed: newSeed(), limit, isOffTurn }));
    return mergeThoughts(await Promise.all(asked));
  }

  /** The workers with the least to do. */
  #idlest(count: number): Thinker[] {
    this.#all = this.#all.filter(({ isBroken }) => !isBroken);
    const isBusy = this.#all.every(({ load }) => load > 0);
    if (count === 1 && isBusy && this.#all.length < countThinkers()) this.#all.push(new Thinker());
    while (this.#all.length < count) this.#all.push(new Thinker());
    return [...this.#all].sort((one, other) => one.load - other.load).slice(0, count);
  }
}

export const countThinkers = (): number => Math.max(1, Math.min(MOST, (navigator.hardwareConcurrency || 2) - 1));

function limitOf(game: string, size: number, share: number): Limit {
  const whole = share * (ITERATIONS[game] ?? 1);
  return { iterations: Math.ceil(Math.max(whole / size, whole / LEAST_SHARE)), milliseconds: share * LONGEST };
}

const newSeed = (): bigint => crypto.getRandomValues(new BigUint64Array(1))[0]! >> 1n;
