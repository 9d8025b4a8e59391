// Tables of this browser: what happens there, with the real engine.

import { expect, it } from "vitest";
import { Refusal } from "../src/api/refusal";
import type { Sitter } from "../src/api/wire";
import { Game } from "../src/engine/game";
import type { Options } from "../src/engine/streams";
import { isLocal, localRequest, newName } from "../src/local/address";
import { grade } from "../src/local/grading";
import { LocalTable, rankLast } from "../src/local/table";
import { mergeThoughts } from "../src/local/thoughts";
import { isToBeSent } from "../src/local/unsent";
import { loadGame } from "./engine/modules";

const ME: Sitter = { type: "person", account: "", name: "Ada" };
const BOT: Sitter = { type: "bot", level: "kid" };

async function open(name: string, options: Options, seats: Sitter[]): Promise<LocalTable> {
  return LocalTable.open(new Game(await loadGame(name.replace("-", "_")), options), { seats });
}

function playFirst(table: LocalTable, moves: number): LocalTable {
  for (let k = 0; k < moves; k += 1) table = table.play(table.turn!, table.state.legal()[0]!);
  return table;
}

const refusalOf = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    return (error as Refusal).code;
  }
  return "";
};

it("knows the addresses of local tables", () => {
  const name = newName();
  expect(isLocal(name)).toBe(true);
  expect(localRequest(`/api/tables/${name}`)).toEqual({ table: name, what: "" });
  expect(localRequest(`/api/tables/${name}/positions/3`)).toEqual({ table: name, what: "positions/3" });
  expect(localRequest("/api/tables/T-mz0V1nGJHsiM_l/explain")).toBeNull();
  expect(localRequest("/api/review", { table: name })).toEqual({ table: name, what: "review" });
  expect(localRequest("/api/review", { table: "T-mz0V1nGJHsiM_l" })).toBeNull();
});

it("plays on from what is stored", async () => {
  const table = playFirst(await open("tile-challenge", { players: 2, games: 1, start: 1 }, [ME, BOT]), 5);
  const stored = structuredClone(table.stored);
  const again = LocalTable.replay(table.state.game, stored);
  expect(again.situation()).toEqual(table.situation());
  expect(playFirst(again, 3).state.position).toEqual(playFirst(table, 3).state.position);
});

it("shows nothing of other hands to a player, and nothing of any to spectators, until the game is over", async () => {
  const table = playFirst(await open("ingenious", { players: 2, variant: "standard", start: 1 }, [ME, BOT]), 2);
  const { views } = table.situation();
  expect(Object.keys(views!)).toEqual(["1"]);
  const hidden = (views!["1"]!.log).filter((line) => line.startsWith("* rack 2"));
  expect(hidden.length).toBeGreaterThan(0);
  expect(hidden.every((line) => !/[A-Z]/.test(line.slice(8)))).toBe(true);
  expect(table.position(2).lines["1"]!.join()).toContain("?");
  expect(table.record()).toContain("??");
  const over = table.resign(1);
  expect(over.situation().views!["1"]!.log.join()).not.toContain("?");
  expect(over.record()).toMatch(/^key: [0-9a-f]{64}$/m);
  expect(over.record()).toMatch(/^ended: resigned 1\nresult: 2 1$/m);
  expect(over.record()).not.toContain("?");
});

it("takes back the moves up to one's own last one", async () => {
  const table = await open("phoenix", { players: 2, start: 1 }, [ME, BOT]);
  expect(refusalOf(() => table.takeBack(1))).toBe("nothing-to-undo");
  expect(table.situation().undoable).toEqual([]);
  const later = playFirst(table, 4);
  const back = later.takeBack(1);
  expect(back.turn).toBe(1);
  expect(back.stored.moves).toEqual(later.stored.moves.slice(0, back.state.moveCount));
  expect(back.stored.number).toBe(later.stored.number + 1);
});

it("ends the game of two sides with a resignation, and lets a bot play on among three", async () => {
  const duel = (await open("phoenix", { players: 2, start: 1 }, [ME, BOT])).resign(1);
  expect(duel.situation().result).toMatchObject({ how: "resigned", seat: 1, ranks: [2, 1] });
  expect(refusalOf(() => duel.play(1, "x"))).toBe("game-over");
  const three = (await open("tile-challenge", { players: 3, games: 1, start: 1 }, [ME, { type: "screen", account: "", name: "Bob" }, BOT])).resign(1);
  expect(three.phase).toBe("playing");
  expect(three.mine).toEqual([2]);
  expect(three.botToMove).toBe("club");
});

it("ranks those who gave up last", () => {
  expect(rankLast([2, 1, 3], [2])).toEqual([1, 3, 2]);
  expect(rankLast([1, 1, 3, 4], [1, 3])).toEqual([4, 1, 3, 2]);
  expect(rankLast([2, 1, 2, 1], [])).toEqual([2, 1, 2, 1]);
});

it("plays a rematch one seat further, with the head starts", async () => {
  const table = (await open("ingenious", { players: 2, variant: "standard", start: 1, headstart: "0 3" }, [ME, BOT])).resign(1);
  expect(table.nextOptions.headstart).toBe("3 0");
  const { next, after } = table.rematch(new Game(table.state.game.rules.module, table.nextOptions));
  expect(next.stored.seats).toEqual([BOT, ME]);
  expect(next.botToMove).toBe("kid");
  expect(after.situation().followed).toBe(next.stored.name);
});

it("tries other moves of a finished game with other deals", async () => {
  const table = playFirst(await open("ingenious", { players: 2, variant: "standard", start: 1 }, [ME, BOT]), 3);
  expect(refusalOf(() => table.branch({ at: 1 }))).toBe("not-over");
  const over = table.resign(1);
  const move = over.state.history[1]!.legal().at(-1)!;
  const [one, same, other] = [5, 5, 6].map((seed) => over.branch({ at: 1, moves: [move], seed }));
  expect(one).toEqual(same);
  expect(one!.move).toBe(move);
  expect(one!.lines).not.toEqual(other!.lines);
});

it("adds up what several workers think", () => {
  const merged = mergeThoughts([
    { move: 1, candidates: [{ move: 1, value: 0.5, visits: 30 }, { move: 2, value: 0.9, visits: 10 }], value: [0.6, 0.4], visits: 40 },
    { move: 2, candidates: [{ move: 2, value: 0.7, visits: 30 }, { move: 1, value: 0.5, visits: 5 }], value: [0.7, 0.3], visits: 40 },
  ]);
  expect(merged.move).toBe(2);
  expect(merged.candidates[0]).toMatchObject({ move: 2, visits: 40 });
  expect(merged.candidates[0]!.value).toBeCloseTo(0.75);
  expect(merged.value[0]).toBeCloseTo(0.65);
});

it("grades a move by the best one, or by what can be expected after it", () => {
  const opinion = { move: "a", candidates: [{ move: "a", value: 0.8, visits: 90 }, { move: "b", value: 0.6, visits: 3 }], value: [0.8, 0.2] };
  expect(grade(1, 1, "a", opinion, [0.1, 0.9])).toMatchObject({ played: 0.8, loss: 0 });
  expect(grade(1, 1, "b", opinion, [0.5, 0.5])).toMatchObject({ played: 0.5, loss: 0.3 });
});

it("tells the server who sat where when the game began, and sends a game to the account that played it", async () => {
  const screen: Sitter = { type: "screen", account: "ada", name: "Bob" };
  const me: Sitter = { type: "person", account: "ada", name: "Ada" };
  let table = await open("tile-challenge", { players: 3, games: 1, start: 1 }, [me, screen, BOT]);
  expect(isToBeSent(table.stored, "ada")).toBe(false); // it goes on
  table = table.resign(2).resign(1);
  while (table.phase === "playing") table = playFirst(table, 1);
  const { record, ...game } = table.finishedGame();
  expect(game.seats).toEqual([{ type: "me" }, { type: "screen", name: "Bob" }, BOT]);
  expect(game.out).toEqual([2, 1]);
  // The record says so once: "placed" is left out if the game itself gave the same result.
  expect((/^placed: (.*)$/m.exec(record) ?? /^result: (.*)$/m.exec(record))?.[1]).toBe("2 3 1");
  expect(isToBeSent(table.stored, "ada")).toBe(true);
  expect(isToBeSent(table.stored, "bob")).toBe(false);
  const { stored } = table.noteSent({ account: "ada", refused: "" });
  expect(isToBeSent(stored, "ada")).toBe(false);
  expect(stored.changed).toBe(table.stored.changed);
  expect(isToBeSent((await open("phoenix", { players: 2, start: 1 }, [ME, BOT])).abort().stored, "ada")).toBe(false);
});
