// From the text of a record back to its states. The module judges every move and every draw. As Python's `genial.core.replay`.

import { Refusal } from "../api/refusal";
import type { Game } from "./game";
import { State } from "./state";
import { dealerStream, type Options } from "./streams";
import type { Tables } from "./tables";

const KEY_BYTES = 32;
const HEADER = /^([a-z][a-z0-9 _-]{0,39}):(.*)$/;
const MOVE = /^([1-9]) (\S+)$/;
const FOR_SERVERS = ["position", "layout"]; // headers of games that only a server plays

/** A record as text, with the numbers of its lines; nothing is known yet about its game. */
export interface RecordText {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: readonly { readonly line: string; readonly number: number }[];
  readonly lines: number;
}

const bad = (line: number, why: string, code = "bad-record"): Refusal => new Refusal(code, `line ${line}: ${why}`, { line });

/** Read the text of one record; refuses what is none. */
export function readRecord(text: string): RecordText {
  const lines = text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n").trimEnd().split("\n");
  const headers: Record<string, string> = {};
  const body: { line: string; number: number }[] = [];
  let isBody = false;
  for (const [k, line] of lines.entries()) {
    const number = k + 1;
    if (line.startsWith("#")) continue; // an annotation
    if (line.trim() === "") {
      if (isBody) throw bad(number, "an empty line among the moves");
      isBody = "game" in headers;
    } else if (isBody) {
      if (line.startsWith("game:")) throw bad(number, "another game begins");
      body.push({ line, number });
    } else {
      const [, key, value] = HEADER.exec(line) ?? [];
      if (key === undefined || value === undefined) throw bad(number, `'${line.slice(0, 40)}' is not a 'key: value' line`);
      if (!("game" in headers) && key !== "game") throw bad(number, "a record starts with 'game: …'");
      if (key in headers) throw bad(number, `the header ${key} stands twice`);
      headers[key] = value.trim();
    }
  }
  if (!("game" in headers)) throw bad(1, "a record starts with 'game: …'");
  return { headers, body, lines: lines.length };
}

/** The options of a record's game; refuses games that only a server plays. */
export function optionsOf({ headers }: RecordText, { templates }: Tables): Options {
  for (const name of FOR_SERVERS) if (name in headers) throw new Refusal("bad-option", "the browser has no game with these options; a server may have it");
  const usual: Options = Object.assign({}, ...templates.map((template) => template.options));
  const given = Object.entries(headers).filter(([name]) => name in usual || name === "headstart");
  return { start: 1, ...Object.fromEntries(given.map(([name, value]) => [name, typeof usual[name] === "number" ? Number(value) : value])) };
}

/** The state that a record ends in; refuses moves and draws that are not possible, with the number of the line. */
export function replayRecord(game: Game, { headers, body, lines }: RecordText): State {
  const origin = { key: crypto.getRandomValues(new Uint8Array(KEY_BYTES)), nonces: new Map<number, Uint8Array>() };
  const stream = dealerStream(origin.key);
  const { rules } = game;
  let at = 0;

  /** Settle all draws that are due, as the next lines say. */
  function settle(record: Uint8Array, mover: number | null): { record: Uint8Array; draws: number[] } {
    const draws: number[] = [];
    const first = at;
    const written: string[] = [];
    while (body[at]?.line.startsWith("*")) written.push(body[at++]!.line);
    const expected = written.join("\n");
    const number = body[first]?.number ?? lines;
    while (rules.status(record).isChanceDue) {
      let best: { outcome: number; length: number } | null = null;
      for (const outcome of rules.outcomes(record).outcomes) {
        const told = game.notation.chanceLines([...draws, outcome], mover, game.options).filter((line) => !line.endsWith(" ")).join("\n"); // some are empty so far
        if (expected.startsWith(told) && told.length > (best?.length ?? 0)) best = { outcome, length: told.length };
      }
      const next = best === null ? null : rules.settle(record, best.outcome);
      if (best === null || next === null) throw bad(number, "this cannot be drawn here");
      draws.push(best.outcome);
      record = next;
    }
    if (game.notation.chanceLines(draws, mover, game.options).join("\n") !== expected) throw bad(number, "this is not what is drawn here");
    return { record, draws };
  }

  let state = new State(game, { ...settle(rules.undealt, null), stream }, origin);
  while (at < body.length) {
    const { line, number } = body[at]!;
    const [, seat, move = ""] = MOVE.exec(line) ?? [];
    if (seat === undefined) throw bad(number, `'${line.slice(0, 40)}' is neither a chance line nor a seat and its move`);
    at += 1;
    try {
      if (state.over) throw new Refusal("game-over", "the game is over, but a move follows");
      if (Number(seat) !== state.turn) throw new Refusal("wrong-turn", `it is seat ${state.turn}'s turn, not seat ${seat}'s`);
      const code = game.read(move);
      const after = rules.playUndealt(state.position, code);
      if (after === null) throw new Refusal("illegal-move", `${move} is not possible now`);
      state = new State(game, { ...settle(after, state.turn), stream }, origin, { previous: state, code });
    } catch (error) {
      if (!(error instanceof Refusal) || "line" in error.facts) throw error;
      throw bad(number, error.message, error.code);
    }
  }
  const { result, ended } = headers;
  if (state.ranks === null ? result !== undefined && ended === undefined : result !== undefined && result !== state.ranks.join(" ")) {
    throw bad(1, "the result is not that of the game");
  }
  return state;
}
