// Analyses of finished games by the strongest bot, in the workers in which bots think. What has been found is kept.

import type { Analysis, GradedMove } from "../api/wire";
import type { State } from "../engine/game";
import { loadEngine } from "./engine-files";
import { grade, type Opinion } from "./grading";
import { loadAnalysis, saveAnalysis } from "./storage";
import { countThinkers, type Thinkers } from "./thinkers";

const LONGEST = 10_000; // milliseconds of a position

export class Analyses {
  readonly #all = new Map<string, Analysis>();
  readonly #running = new Set<string>(); // subjects

  constructor(readonly thinkers: Thinkers) {}

  /** The analysis of a game as far as it has come; its status is "none" if there is none. */
  async find(subject: string): Promise<Analysis> {
    return this.#all.get(subject) ?? (await loadAnalysis(subject).catch(() => undefined)) ?? noAnalysis(subject);
  }

  /** Analyse a finished game, with a number of iterations for each move. */
  async start(subject: string, state: State, effort: number): Promise<Analysis> {
    if (!this.#running.has(subject)) {
      this.#running.add(subject);
      const { tables } = await loadEngine(state.game.name);
      const level = Object.keys(tables.levels).at(-1)!; // the strongest one
      this.#note({ subject, status: "running", done: 0, total: state.moveCount, findings: { level, effort, moves: [] } });
      void this.#run(subject, state, level, effort);
    }
    return this.find(subject);
  }

  /** End an analysis early; what it has found is kept. */
  async stop(subject: string): Promise<Analysis> {
    this.#running.delete(subject);
    return this.find(subject);
  }

  #note(analysis: Analysis): void {
    this.#all.set(analysis.subject, analysis);
  }

  async #run(name: string, state: State, level: string, effort: number): Promise<void> {
    const states = state.history;
    const opinions = new Map<number, Opinion>(); // by the number of moves before the position
    const next = states.filter(({ over }) => !over).keys(); // also the last one of a game that ended early
    const work = async (): Promise<void> => {
      for (const number of next) {
        if (!this.#running.has(name)) return;
        opinions.set(number, await this.#opinionOf(states[number]!, level, effort));
        const moves = gradesOf(states, opinions);
        this.#note({ ...this.#all.get(name)!, done: Math.min(opinions.size, state.moveCount), findings: { level, effort, moves } });
      }
    };
    let status = "failed";
    try {
      await Promise.all(Array.from({ length: countThinkers() }, work));
      status = this.#running.has(name) ? "done" : "stopped";
    } catch {
      // A worker has ended; what was found is shown, and the rest can be asked for again.
    }
    this.#running.delete(name);
    this.#note({ ...this.#all.get(name)!, status });
    await saveAnalysis(this.#all.get(name)!).catch(() => undefined); // without storage it is kept until the page is closed
  }

  async #opinionOf(state: State, level: string, effort: number): Promise<Opinion> {
    const { game, turn } = state;
    const limit = { iterations: effort, milliseconds: LONGEST };
    const thought = await this.thinkers.think({ game, files: await loadEngine(game.name), seen: state.redacted(turn!), level, limit });
    return {
      move: game.spell(thought.move), value: thought.value,
      candidates: thought.candidates.map((one) => ({ ...one, move: game.spell(one.move) })),
    };
  }
}

/** The grades of all moves for which enough is known: what was thought before the move, and after it. */
function gradesOf(states: readonly State[], opinions: ReadonlyMap<number, Opinion>): GradedMove[] {
  return states.slice(1).flatMap((state, k) => {
    const [before, after] = [opinions.get(k), state.over ? state.utilities : opinions.get(k + 1)?.value];
    if (before === undefined || after === undefined) return [];
    return [grade(k + 1, state.mover!, state.lastMove!, before, after)];
  });
}

const noAnalysis = (subject: string): Analysis => ({ subject, status: "none", done: 0, total: 0, findings: { level: "", effort: 0, moves: [] } });
