// Measure a game's module in Node. Reads commands from the standard input, a line of JSON each, and answers each with a line.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Module, unpackWeights } from "../../web/src/engine/module";
import { Rules } from "../../web/src/engine/rules";
import { fastStream } from "../../web/src/engine/streams";
import type { Tables } from "../../web/src/engine/tables";
import { SearchTree } from "../../web/src/engine/tree";

/** The processor time of this process, so that what else runs on the machine counts less. */
function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

interface Command { readonly what: "playouts" | "iterations" | "turns"; readonly count: number; readonly record: string }

const [folder, name, options] = process.argv.slice(2) as [string, string, string];
const tables = JSON.parse(readFileSync(`${folder}/${name}.json`, "utf8")) as Tables;
const module = await Module.load(readFileSync(`${folder}/${name}.wasm`), tables);
const rules = new Rules(module, JSON.parse(options) as Record<string, number | string>);
const weights = module.place(unpackWeights(readFileSync(`${folder}/${name}-${rules.template.weights}.weights`)));
const weightCount = tables.weights[rules.template.weights] ?? 0;

function playouts(count: number): { seconds: number; told: unknown } {
  const [template, work] = [module.place(rules.undealt), module.place(rules.undealt)];
  const stream = module.placeStream(fastStream(1n));
  const [utilities, wins] = [module.allocate(8 * rules.players), module.allocate(8 * rules.players)];
  const start = processorSeconds();
  const moves = module.exports.random_games(template, 1, work, 1, count, stream, 3, utilities, rules.players, wins, rules.players);
  return { seconds: processorSeconds() - start, told: [moves, Array.from(module.floats(wins, rules.players))] };
}

function iterations(record: Uint8Array, count: number): { seconds: number; told: unknown } {
  const { turn } = rules.status(record);
  const tree = new SearchTree(rules, weights, weightCount, module.place(record), fastStream(1n));
  const start = processorSeconds();
  tree.grow(turn, count);
  const seconds = processorSeconds() - start;
  return { seconds, told: tree.thought(turn).candidates.map(({ move, visits }) => [move, visits]) };
}

function turns(record: Uint8Array, count: number): { seconds: number; told: unknown } {
  const { most, features, record: layout } = tables;
  const [root, plans, spare] = [module.place(record), module.allocate(2 * features), module.allocate(layout.size)];
  const [moves, values] = [module.allocate(4 * most.moves), module.allocate(8 * (most.moves + rules.players))];
  const start = processorSeconds();
  for (let k = 0; k < count; k++) {
    module.bytes(plans, 2 * features).fill(0);
    module.exports.plan_turn?.(root, 1, weights, weightCount, 1, plans, 2, spare, 1, moves, most.moves, values, most.moves + rules.players);
  }
  return { seconds: processorSeconds() - start, told: Array.from(module.floats(values, most.moves + rules.players)) };
}

for await (const line of createInterface({ input: process.stdin })) {
  const { what, count, record } = JSON.parse(line) as Command;
  const bytes = Uint8Array.from(Buffer.from(record, "base64"));
  const answer = module.scoped(() => what === "playouts" ? playouts(count) : what === "turns" ? turns(bytes, count) : iterations(bytes, count));
  console.log(JSON.stringify(answer));
}
