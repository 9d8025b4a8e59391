// The tables of this browser that are open: what happens there is stored first and shown then. It runs in a worker.

import type { Command } from "../api/live.svelte";
import { Refusal } from "../api/refusal";
import type { Analysis, FinishedLocalGame, Hint, Opinion, ReviewRequest } from "../api/wire";
import type { Seen } from "../engine/bots";
import { Game, type State } from "../engine/game";
import { Module } from "../engine/module";
import { optionsOf, readRecord, type RecordText, replayRecord } from "../engine/replay";
import type { Options } from "../engine/streams";
import type { Tables } from "../engine/tables";
import { isLocalRecord } from "./address";
import { Analyses } from "./analyses";
import { NO_ENGINE } from "./engine";
import { hasGame, loadEngine, loadWeights } from "./engine-files";
import type { AdviceRequest, Calls, FromWorker, NewLocalTable, RecordToAnalyse, Request } from "./messages";
import { OpenedRecord } from "./opened-record";
import { deleteRecord, loadRecord, loadTable, saveRecord, saveTable } from "./storage";
import { LocalTable, type Sent, type StoredTable } from "./table";
import { Thinkers } from "./thinkers";

const CHANNEL = "genial-tables"; // between pages of this browser
const ADVICE = 0.25; // of the effort of the best level
const MOST_CANDIDATES = 8;

/** A game as a seat sees it, of which a bot is to think. */
interface Position { readonly game: Game; readonly seen: Seen; readonly seat: number; readonly isOffTurn: boolean; readonly number: number }

/** What a bot thinks, and the move that it would play. */
type Advice = Omit<Hint, "move" | "explained"> & { readonly best: number };

interface Change { readonly table: string; readonly number: number }

/** Do something that only one page of this browser shall do at a time. Without locks, all do it, and the first one wins. */
function alone<T>(name: string, run: () => Promise<T>): Promise<T> {
  return "locks" in navigator ? navigator.locks.request(name, run) as Promise<T> : run();
}

/** Options in the order in which Python writes them. */
function inOrder(options: Options, { templates }: Tables): Options {
  const order = templates.map((template) => Object.keys(template.options)).reduce((one, other) => (other.length > one.length ? other : one));
  const placeOf = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);
  return Object.fromEntries(Object.entries(options).sort(([one], [other]) => placeOf(one) - placeOf(other)));
}

export class LocalTables implements Calls {
  readonly #tables = new Map<string, LocalTable>();
  readonly #records = new Map<string, OpenedRecord>(); // that were opened here
  readonly #unsaved = new Set<string>(); // tables that cannot be stored: they are in memory only
  readonly #watched = new Set<string>();
  readonly #playing = new Set<string>(); // tables where the bots' turns are taken care of
  readonly #thinking = new Map<string, AbortController>(); // of the bot to move, by table
  readonly #modules = new Map<string, Promise<Module>>(); // by game
  readonly #thinkers = new Thinkers();
  readonly #analyses = new Analyses(this.#thinkers);
  readonly #channel = new BroadcastChannel(CHANNEL);

  constructor(readonly post: (message: FromWorker) => void) {
    this.#channel.onmessage = ({ data }: MessageEvent<Change>) => void this.#catchUp(data);
  }

  // --- games

  async prepare(game: string): Promise<void> {
    const { tables } = await loadEngine(game);
    this.#thinkers.prepare();
    await Promise.all([this.#moduleOf(game), ...Object.entries(tables.weights).map(([name, count]) => loadWeights(game, name, count))]);
  }

  /** The code of a game, running; raises Refusal if it cannot run here. */
  async #moduleOf(game: string): Promise<Module> {
    const { code, tables } = await loadEngine(game);
    let module = this.#modules.get(game);
    if (module === undefined) {
      module = Module.load(code, tables).catch((error: unknown) => {
        throw new Refusal(NO_ENGINE, `the engine cannot be started: ${String(error)}`);
      });
      this.#modules.set(game, module);
    }
    return module;
  }

  async #game(name: string, options: Options): Promise<Game> {
    return new Game(await this.#moduleOf(name), options);
  }

  // --- tables

  async #table(name: string): Promise<LocalTable> {
    const open = this.#tables.get(name);
    if (open !== undefined) return open;
    const stored = await loadTable(name).catch(() => undefined);
    return this.#reopen(name, stored);
  }

  async #reopen(name: string, stored: StoredTable | undefined): Promise<LocalTable> {
    if (stored === undefined) {
      this.#tables.delete(name);
      throw new Refusal("no-such-table", "there is no such table in this browser");
    }
    const { game, options } = stored.terms;
    const table = LocalTable.replay(await this.#game(game, options), stored);
    this.#tables.set(name, table);
    return table;
  }

  /** Store a table and make it the current one; return whether another page was quicker. */
  async #keep(table: LocalTable, known: number): Promise<boolean> {
    const { name, number } = table.stored;
    if (!this.#unsaved.has(name)) {
      try {
        if (!(await saveTable(table.stored, known))) return false;
      } catch {
        this.#unsaved.add(name);
        this.post({ type: "unsaved", table: name });
      }
    }
    this.#tables.set(name, table);
    this.#thinking.get(name)?.abort(); // about a position that is past
    this.#channel.postMessage({ table: name, number } satisfies Change);
    return true;
  }

  /** Change a table as decided, from how it stands when that is stored. */
  async #update(name: string, decide: (table: LocalTable) => LocalTable): Promise<LocalTable> {
    for (;;) {
      const before = await this.#table(name);
      const after = decide(before);
      if (after === before) return before;
      if (await this.#keep(after, before.stored.number)) {
        this.#show(after);
        return after;
      }
      await this.#reopen(name, await loadTable(name));
    }
  }

  /** Take over what another page has done. */
  async #catchUp({ table, number }: Change): Promise<void> {
    const known = this.#tables.get(table);
    if (known === undefined || this.#unsaved.has(table) || known.stored.number >= number) return;
    const now = await this.#reopen(table, await loadTable(table)).catch(() => null);
    if (now === null) return;
    this.#thinking.get(table)?.abort();
    this.#show(now);
  }

  #show(table: LocalTable): void {
    const { name } = table.stored;
    if (!this.#watched.has(name)) return;
    this.post({ type: "situation", situation: table.situation() });
    void this.#playBots(name);
  }

  async open({ game, options, ...more }: NewLocalTable): Promise<string> {
    const { tables } = await loadEngine(game);
    const rules = await this.#game(game, inOrder(options, tables));
    const { weights } = rules.rules.template;
    await loadWeights(game, weights, tables.weights[weights] ?? 0); // a game whose bots cannot think is not begun
    const table = LocalTable.open(rules, more);
    await this.#keep(table, 0);
    return table.stored.name;
  }

  async watch(name: string): Promise<void> {
    this.#watched.add(name);
    this.#show(await this.#table(name));
    if (this.#unsaved.has(name)) this.post({ type: "unsaved", table: name });
  }

  async unwatch(name: string): Promise<void> {
    this.#watched.delete(name);
    this.#thinking.get(name)?.abort();
  }

  async command(message: Command): Promise<number> {
    const { table } = message;
    if (message.type === "agree" && message.wish === "rematch") return this.#rematch(table);
    const after = await this.#update(table, (before) => {
      if (message.type === "play") {
        if (message.number < before.stored.number) throw new Refusal("stale", "something else has happened in the meantime");
        return before.play(message.seat, message.move);
      }
      if (message.type === "agree" && message.wish === "undo") return before.takeBack(message.seat);
      if (message.type === "agree" && message.wish === "resign") return before.resign(message.seat);
      return before; // nothing else makes sense without other people
    });
    return after.stored.number;
  }

  async #rematch(name: string): Promise<number> {
    const before = await this.#table(name);
    if (before.stored.followed !== "") return before.stored.number;
    const { next, after } = before.rematch(await this.#game(before.stored.terms.game, before.nextOptions));
    await this.#keep(next, 0);
    return (await this.#update(name, (now) => (now.stored.number === before.stored.number ? after : now))).stored.number;
  }

  // --- the history of the account

  async stored(name: string): Promise<StoredTable> {
    return (await this.#table(name)).stored;
  }

  async finishedGame(name: string): Promise<FinishedLocalGame> {
    return (await this.#table(name)).finishedGame();
  }

  async noteSent({ table, sent }: { readonly table: string; readonly sent: Sent }): Promise<void> {
    await this.#update(table, (now) => now.noteSent(sent));
  }

  // --- bots

  /** Let the bots play until it is a person's turn, as long as the table is watched. */
  async #playBots(name: string): Promise<void> {
    if (this.#playing.has(name)) return;
    this.#playing.add(name);
    try {
      while (this.#watched.has(name) && (await this.#table(name)).botToMove !== null) await alone(`genial bot ${name}`, () => this.#playBot(name));
    } catch (error) {
      const { code, message: sentence, facts } = error instanceof Refusal ? error : new Refusal(NO_ENGINE, String(error));
      this.post({ type: "failure", table: name, refused: { code, sentence, facts } });
    } finally {
      this.#playing.delete(name);
    }
  }

  async #playBot(name: string): Promise<void> {
    const table = await this.#table(name);
    const { botToMove: level, turn, state, stored: { number } } = table;
    if (level === null || turn === null) return;
    const { game } = state;
    const files = await loadEngine(game.name);
    const thinking = new AbortController();
    this.#thinking.set(name, thinking);
    const { move } = await this.#thinkers.think({ game, files, seen: state.redacted(turn), level, signal: thinking.signal })
      .catch((error: unknown) => {
        if (thinking.signal.aborted) return { move: null };
        throw error;
      })
      .finally(() => this.#thinking.delete(name));
    if (move !== null) await this.#update(name, (now) => (now.stored.number === number ? now.play(turn, game.spell(move)) : now));
  }

  // --- requests

  async request(request: Request): Promise<unknown> {
    const { table: name, method, what, body } = request;
    if (isLocalRecord(name)) return this.#requestRecord(request);
    const table = await this.#table(name);
    const [resource, number] = what.split("/");
    switch (`${method} ${resource}`) {
      case "GET ": return table.situation();
      case "GET record": return table.record();
      case "GET positions": return table.position(Number(number));
      case "POST explain": return table.explain(String((body as { move: string }).move));
      case "POST review": return table.branch(body as ReviewRequest);
      case "GET analysis": return this.#analyses.find(name);
      case "POST analysis": return this.#analyses.start(name, table.state, (body as { effort: number }).effort);
      case "DELETE analysis": return this.#analyses.stop(name);
      case "POST hint": return this.#hint(this.#positionAt(table, (body as { seat: number }).seat));
      case "POST opinion": return this.#opinion(this.#positionAt(table, (body as { seat: number }).seat));
      default: throw new Refusal("not-found", "there is no such thing at a table of this browser");
    }
  }

  // --- records

  /** The last state of a record; refuses what is not possible, and games that only a server plays. */
  async #replay(record: RecordText): Promise<State> {
    const { headers: { game = "" } } = record;
    if (!hasGame(game)) throw new Refusal("bad-option", `there is no game ${game}`);
    const { tables } = await loadEngine(game);
    return replayRecord(await this.#game(game, optionsOf(record, tables)), record);
  }

  async openRecord(text: string): Promise<string> {
    const record = readRecord(text);
    const opened = OpenedRecord.open(text, record, await this.#replay(record));
    const { upload } = opened.stored;
    this.#records.set(upload, opened);
    await saveRecord(opened.stored).catch(() => undefined); // without storage it is there until the page is closed
    return upload;
  }

  async #record(name: string): Promise<OpenedRecord> {
    const known = this.#records.get(name);
    if (known !== undefined) return known;
    const stored = await loadRecord(name).catch(() => undefined);
    if (stored === undefined) throw new Refusal("no-such-upload", "there is no such record in this browser");
    const record = new OpenedRecord(stored, await this.#replay(readRecord(stored.text)));
    this.#records.set(name, record);
    return record;
  }

  async #requestRecord({ table: name, method, what, body }: Request): Promise<unknown> {
    const record = await this.#record(name);
    const [resource, number] = what.split("/");
    switch (`${method} ${resource}`) {
      case "GET ": return record.stored;
      case "GET positions": return record.position(Number(number));
      case "POST review": return record.branch(body as ReviewRequest);
      case "GET analysis": return this.#analyses.find(name);
      case "POST analysis": return this.#analyses.start(name, record.state, (body as { effort: number }).effort);
      case "DELETE analysis": return this.#analyses.stop(name);
      case "DELETE ":
        this.#records.delete(name);
        return deleteRecord(name);
      default: throw new Refusal("not-found", "there is no such thing at a record of this browser");
    }
  }

  async analyse({ subject, text, effort }: RecordToAnalyse): Promise<Analysis> {
    return this.#analyses.start(subject, await this.#replay(readRecord(text)), effort);
  }

  analysis(subject: string): Promise<Analysis> {
    return this.#analyses.find(subject);
  }

  stopAnalysis(subject: string): Promise<Analysis> {
    return this.#analyses.stop(subject);
  }

  // --- advice

  async #advise({ game, seen, seat, isOffTurn, number }: Position): Promise<Advice> {
    const files = await loadEngine(game.name);
    const level = Object.keys(files.tables.levels).at(-1)!; // the strongest one
    const { move, candidates, value } = await this.#thinkers.think({ game, files, level, seen, isOffTurn, share: ADVICE });
    return {
      number, seat, level, best: move, value: [...value], colours: null,
      candidates: candidates.slice(0, MOST_CANDIDATES).map((one) => ({ ...one, move: game.spell(one.move) })),
    };
  }

  /** What is to be thought of: the game at a table of this browser, as a seat sees it. */
  #positionAt({ state, stored, turn }: LocalTable, seat: number): Position {
    if (turn === null) throw new Refusal("game-over", "the game is over");
    if (stored.terms.hints === false) throw new Refusal("no-hints", "this table does not allow hints");
    return { game: state.game, seen: state.redacted(seat), seat, isOffTurn: seat !== turn, number: stored.number };
  }

  async #hint(position: Position): Promise<Hint> {
    if (position.isOffTurn) throw new Refusal("not-your-turn", "it is not your turn");
    const { best, ...advice } = await this.#advise(position);
    const { game, seen } = position;
    return { ...advice, move: game.spell(best), explained: game.kit.explain(seen.record, best)! };
  }

  async #opinion(position: Position): Promise<Opinion> {
    const { number, seat, level, value, colours } = await this.#advise(position);
    return { number, seat, level, value, colours };
  }

  /** A hint or an opinion at a table of the server, from what a seat sees there; refuses games that only the server knows. */
  async advise({ what, seen: { game: name, options, seat, number, record, fields } }: AdviceRequest): Promise<Hint | Opinion> {
    const { tables: { record: layout } } = await loadEngine(name);
    const possible = Uint8Array.from(atob(record), (letter) => letter.charCodeAt(0));
    const isSame = possible.length === layout.size && Object.entries(layout.fields).every(([field, { offset }]) => fields[field] === offset);
    if (!isSame) throw new Refusal(NO_ENGINE, "the server keeps games in another way");
    const game = await this.#game(name, options);
    const { turn } = game.rules.status(possible);
    const seen = { options: game.options, seat, log: [], record: game.rules.redact(possible, seat - 1) };
    const position = { game, seen, seat, isOffTurn: turn !== seat - 1, number };
    return what === "hint" ? this.#hint(position) : this.#opinion(position);
  }
}
