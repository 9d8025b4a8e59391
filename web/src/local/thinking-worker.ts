// A worker in which bots think. It is told what a seat sees, and nothing else.

import { Bot, type Seen, type Thought } from "../engine/bots";
import { Module } from "../engine/module";
import { Rules } from "../engine/rules";
import { streamFor } from "../engine/streams";
import type { Answer, Question } from "./thoughts";

const DEALS = 24; // sampled for a seat that is not to move,
const PLAYOUTS = 100; // in each of them

class Thinker {
  readonly #rules = new Map<string, Rules>();
  readonly #weights = new Map<string, number>(); // pointers

  constructor(readonly module: Module) {}

  #rulesOf({ seen: { options } }: Question): Rules {
    const key = JSON.stringify(options);
    const rules = this.#rules.get(key) ?? new Rules(this.module, options);
    this.#rules.set(key, rules);
    return rules;
  }

  #weightsOf({ weights: { name, content } }: Question): number {
    const at = this.#weights.get(name) ?? this.module.place(content!); // stays there
    this.#weights.set(name, at);
    return at;
  }

  answer(question: Question): Thought {
    const { seen, level, seed, limit, isOffTurn } = question;
    const [rules, weights] = [this.#rulesOf(question), this.#weightsOf(question)];
    const bot = (effort?: number): Bot => new Bot(rules, level, seed, weights, effort);
    if (isOffTurn) return expect(rules, seen, seed, bot);
    const deadline = performance.now() + (limit?.milliseconds ?? Infinity);
    return bot().think(seen, (visits) => visits >= (limit?.iterations ?? 1) || performance.now() >= deadline);
  }
}

/** What a seat can expect while another is to move: the mean over deals that are possible from what it sees. */
function expect(rules: Rules, seen: Seen, seed: bigint, bot: (effort?: number) => Bot): Thought {
  const stream = streamFor(seed, seen.seat, seen.options, seen.log);
  const thoughts: Thought[] = [];
  for (let deal = 0; deal < DEALS; deal += 1) {
    const possible = rules.dealHidden(seen.record, rules.players === 1 ? 0 : seen.seat - 1, stream);
    if (deal > 0 && possible.every((byte, k) => byte === seen.record[k])) break; // nothing is hidden
    const { turn } = rules.status(possible);
    thoughts.push(bot(PLAYOUTS).think({ ...seen, seat: turn + 1, record: rules.redact(possible, turn) }));
  }
  const value = thoughts[0]!.value.map((_, seat) => thoughts.reduce((sum, thought) => sum + thought.value[seat]!, 0) / thoughts.length);
  return { ...thoughts[0]!, candidates: [], value, visits: thoughts.length * PLAYOUTS };
}

const thinkers = new Map<string, Promise<Thinker>>(); // by game

async function answer(question: Question): Promise<Answer> {
  const { id, game, files } = question;
  try {
    if (files !== null) thinkers.set(game, Module.load(files.code, files.tables).then((module) => new Thinker(module)));
    return { id, thought: (await thinkers.get(game)!).answer(question) };
  } catch (error) {
    return { id, failure: String(error) };
  }
}

addEventListener("message", ({ data }: MessageEvent<Question>) => void answer(data).then((answered) => postMessage(answered)));
