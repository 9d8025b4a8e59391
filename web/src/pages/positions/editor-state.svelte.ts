// The state of the editor of positions: the draft with its history, the last check, and what never changes in its game.

import type { PositionData, PositionRequest } from "../../api/wire";
import { sentence } from "../../i18n/index.svelte";
import { positionText } from "../../i18n/positions/index.svelte";
import { amend, begin, type History, redo, step, undo } from "../editing/history";
import { LiveCheck } from "../editing/live-check.svelte";
import { unpack } from "../editing/packed-link";
import { type Answer, ask, check, isEditable } from "./position-api";
import { cleared, type Draft, fromData, fromText, type Options, remember, remembered, toText } from "./draft";

const keyOf = ({ game, options }: { game: string; options: Options }): string => JSON.stringify([game, options]);

export class PositionEditorState {
  history = $state.raw<History<Draft> | null>(null); // null until something is loaded
  base = $state.raw<PositionData | null>(null); // a new game of the same kind: its printed symbols, towers and limits
  #loading = $state(""); // what went wrong with it
  #field = ""; // the form field that was changed last: typing into it is one step
  readonly #check = new LiveCheck<Draft, Answer>(check, () => this.draft, (answer) => this.#complete(answer));

  constructor(query: URLSearchParams) {
    void this.#load(query);
  }

  get draft(): Draft {
    return this.history!.present;
  }

  get answer(): Answer | null {
    return this.#check.answer;
  }

  /** What went wrong in loading or checking; nothing that is wrong with the position. */
  get problem(): string {
    return this.#loading || (this.#check.problem && `${positionText("unchecked")} ${this.#check.problem}`);
  }

  /** Is everything here to show the draft? */
  get isReady(): boolean {
    return this.history !== null && this.base !== null && keyOf(this.base) === keyOf(this.draft);
  }

  get text(): string {
    return toText(this.draft);
  }

  async #load(query: URLSearchParams): Promise<void> {
    try {
      const kept = remembered();
      if (kept !== null && isEditable(await check(kept))) await this.#begin(kept);
      const sent = location.hash === "" ? null : await unpack(location.hash.slice(1));
      if (sent !== null) this.#loading = await this.open(sent);
      const source = sourceOf(query);
      if (source !== null) await this.#take(await ask(source));
      const game = query.get("game");
      if (this.history === null || game !== null) await this.deal(game ?? "ingenious", optionsOf(query));
      if (this.#loading === "") history.replaceState(null, "", location.pathname); // a reload shows the draft
    } catch (error) {
      this.#loading = sentence(error);
    }
  }

  /** Begin from a new game with these options. */
  async deal(game: string, options: Options): Promise<void> {
    await this.#take(await ask({ game, options }));
  }

  /** Edit the position of a JSON text; return what is wrong with it, or nothing. */
  async open(text: string): Promise<string> {
    try {
      const draft = fromText(text);
      if (draft === null) return positionText("not-json");
      const answer = await check(draft);
      if (!isEditable(answer)) return answer.fault;
      await this.#begin(answer.data === null ? draft : fromData(answer.data));
      return "";
    } catch (error) {
      return sentence(error);
    }
  }

  /** Take a step; changes of the same form field are one. */
  change(draft: Draft, field = ""): void {
    const isSameField = field !== "" && field === this.#field;
    this.history = isSameField ? amend(this.history!, draft) : step(this.history!, draft);
    this.#field = field;
    this.#changed();
  }

  clear(): void {
    this.change(cleared(this.draft));
  }

  undo(): void {
    this.#travel(undo(this.history!));
  }

  redo(): void {
    this.#travel(redo(this.history!));
  }

  #travel(to: History<Draft>): void {
    const isOther = keyOf(to.present) !== keyOf(this.draft);
    [this.history, this.#field] = [to, ""];
    if (isOther) void this.#loadBase(to.present).catch((error: Error) => (this.#loading = sentence(error)));
    this.#changed();
  }

  async #take(data: PositionData): Promise<void> {
    await this.#begin(fromData(data));
  }

  async #begin(given: Draft): Promise<void> {
    await this.#loadBase(given);
    const draft = { ...given, options: this.base!.options }; // all of them
    this.history = this.history === null ? begin(draft) : step(this.history, draft);
    this.#field = "";
    this.#changed();
  }

  async #loadBase({ game, options }: Draft): Promise<void> {
    if (this.base !== null && keyOf(this.base) === keyOf({ game, options })) return;
    this.base = await ask({ game, options });
  }

  #complete({ data }: Answer): void {
    if (data === null) return;
    this.history = amend(this.history!, fromData(data));
    remember(this.draft);
  }

  #changed(): void {
    remember(this.draft);
    this.#check.restart();
  }
}

/** The options of a game that a link names. */
const optionsOf = (query: URLSearchParams): Options =>
  Object.fromEntries([...query].filter(([name]) => name !== "game").map(([name, value]) => [name, /^\d{1,9}$/.test(value) ? Number(value) : value]));

/** The finished game or record that a link names, as a request for its position. */
function sourceOf(query: URLSearchParams): PositionRequest | null {
  const [table, record, move] = [query.get("table"), query.get("record"), query.get("move")];
  if (table === null && record === null) return null;
  const at = move !== null && /^\d{1,6}$/.test(move) ? { move: Number(move) } : {};
  return table === null ? { from_upload: record, ...at } : { from_table: table, ...at };
}
