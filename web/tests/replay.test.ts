// Records are replayed from their texts: by what was drawn, not by a key.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { Refusal } from "../src/api/refusal";
import { Game } from "../src/engine/game";
import { optionsOf, readRecord, replayRecord } from "../src/engine/replay";
import type { State } from "../src/engine/state";
import { OpenedRecord } from "../src/local/opened-record";
import { loadGame } from "./engine/modules";

const GOLDEN = fileURLToPath(new URL("../../tests/golden", import.meta.url));
const files = readdirSync(GOLDEN).filter((name) => name.endsWith(".txt") && !name.includes("generated"));

async function replay(text: string): Promise<State> {
  const record = readRecord(text);
  const module = await loadGame(record.headers.game!.replace("-", "_"));
  return replayRecord(new Game(module, optionsOf(record, module.tables)), record);
}

async function refusal(text: string): Promise<[string, unknown]> {
  try {
    await replay(text);
  } catch (error) {
    if (error instanceof Refusal) return [error.code, error.facts.line ?? null];
    throw error;
  }
  return ["", null];
}

const textOf = (name: string): string => readFileSync(join(GOLDEN, name), "utf8");
const bodyOf = (text: string): string[] => text.slice(text.indexOf("\n\n") + 2).trimEnd().split("\n").filter((line) => !line.startsWith("#"));

it.each(files)("%s is replayed move by move", async (name) => {
  const text = textOf(name);
  const state = await replay(text);
  expect(state.over).toBe(true);
  expect(state.ranks!.join(" ")).toBe(/^result: (.*)$/m.exec(text)![1]);
  expect(state.history.flatMap(({ lines }) => lines)).toEqual(bodyOf(text));
});

it("a record hides nothing, and other moves can be tried in it", async () => {
  const text = textOf("ingenious-players2.txt");
  const record = OpenedRecord.open(text, readRecord(text), await replay(text));
  const { views, lines, total } = record.position(0);
  expect([Object.keys(views), total]).toEqual([["1", "2"], record.state.moveCount]);
  expect(lines["1"]!.join()).not.toContain("?");
  const [move] = record.state.history[0]!.legal() as [string];
  const tried = record.branch({ at: 0, moves: [move] });
  expect([tried.number, tried.move]).toEqual([1, move]);
  expect(record.branch({ at: 0, moves: [move], seed: tried.seed! }).lines).toEqual(tried.lines);
});

it("what is not possible is refused with its line", async () => {
  const text = textOf("tile-challenge-players2.txt");
  const lines = text.split("\n");
  const first = lines.findIndex((line) => line.startsWith("1 "));
  const drawn = lines.findIndex((line) => line.startsWith("* tile"));
  const changed = (at: number, line: string): string => lines.with(at, line).join("\n");
  expect(await refusal(changed(first, "2 draw"))).toEqual(["wrong-turn", first + 1]);
  expect(await refusal(changed(first, "1 take"))).toEqual(["illegal-move", first + 1]);
  expect(await refusal(changed(first, "1 fly"))).toEqual(["bad-text", first + 1]);
  expect(await refusal(changed(first, "1"))).toEqual(["bad-record", first + 1]);
  expect(await refusal(changed(drawn, "* tile X"))).toEqual(["bad-record", drawn + 1]);
  expect(await refusal(changed(drawn, lines[drawn]! + " R"))).toEqual(["bad-record", drawn + 1]);
  expect(await refusal(lines.toSpliced(drawn, 1).join("\n"))).toEqual(["bad-record", drawn + 2]);
  expect(await refusal(`${text.trimEnd()}\n1 draw\n`)).toEqual(["game-over", lines.length]);
  expect(await refusal(text.replace(/^result: .*$/m, "result: 9 9"))).toEqual(["bad-record", 1]);
  expect(await refusal(`${text}\n${text}`)).toEqual(["bad-record", expect.any(Number)]);
  expect(await refusal("Ada has won.")).toEqual(["bad-record", 1]);
});

it("games that only a server plays are refused", async () => {
  const text = textOf("tile-challenge-players2.txt");
  expect(await refusal(text.replace("\n\n", "\nposition: {}\n\n"))).toEqual(["bad-option", null]);
  expect((await refusal(textOf("spezial-players2-boardgenerated-7.txt")))[0]).toBe("bad-option");
});
