// The state of the editor: the board with its history, the tool, the last check, and a draft that survives a reload.

import type { BoardCheck, BoardLimits } from "../../api/wire";
import { type Cell, SPEZIAL } from "../../games/board/hex";
import { sentence } from "../../i18n/index.svelte";
import { boardText } from "../../i18n/boards/index.svelte";
import { check, faultText, isEditable, keep, loadKept, loadLimits } from "./board-api";
import { unpack } from "../editing/packed-link";
import { LiveCheck } from "../editing/live-check.svelte";
import { amend, begin, type History, redo, step, undo } from "../editing/history";
import { edit, EMPTY, type Field, fromText, type Kind, type Layout, type Symmetry, SYMMETRIES, toText } from "./layout";

export type Tool = Kind | "erase";

export class EditorState {
  history = $state.raw<History<Layout>>(begin(EMPTY));
  tool = $state<Tool>("dark");
  digits = $state.raw<Partial<Record<Kind, readonly number[]>>>({}); // of the field that each tool puts
  symmetry = $state<Symmetry>("none");
  limits = $state.raw<BoardLimits | null>(null);
  isLoaded = $state(false);
  kept = $state<string | null>(null);
  #saved = $state(toText(EMPTY));
  #loading = $state(""); // what went wrong with it
  readonly #check = new LiveCheck<string, BoardCheck>(check, () => this.text);

  constructor(kept: string | null) {
    this.kept = kept;
    void this.#load();
  }

  /** The server's answer about the present board; null until it comes. */
  get answer(): BoardCheck | null {
    return this.#check.answer;
  }

  /** What went wrong in loading or checking. */
  get problem(): string {
    return this.#loading || (this.#check.problem && `${boardText("unchecked")} ${this.#check.problem}`);
  }

  get layout(): Layout {
    return this.history.present;
  }

  readonly text = $derived(toText(this.history.present));
  readonly isSaved = $derived(this.text === this.#saved);

  get #draftKey(): string {
    return `genial-board-${this.kept ?? "new"}`;
  }

  async #load(): Promise<void> {
    try {
      this.limits = await loadLimits();
      this.digits = { dark: this.digitsOf("dark") };
      if (this.kept !== null) {
        const { layout } = await loadKept(this.kept);
        this.#saved = toText(fromText(layout));
        this.history = begin(fromText(layout));
      }
      const draft = localStorage.getItem(this.#draftKey);
      if (draft !== null && isEditable((await check(draft)).faults)) this.history = begin(fromText(draft));
      const sent = location.hash === "" ? null : await unpack(location.hash.slice(1));
      if (sent !== null && (await this.open(sent)) === "") history.replaceState(null, "", location.pathname); // a reload shows the draft
      this.isLoaded = true;
      this.#changed();
    } catch (error) {
      this.#loading = sentence(error);
    }
  }

  /** The digits that a field of a kind can show. */
  digitsOf(kind: Kind): readonly number[] {
    return this.limits?.kinds.find((other) => other.kind === kind)?.digits ?? [];
  }

  toggleDigit(digit: number): void {
    const kind = this.tool;
    if (kind === "erase" || !this.digitsOf(kind).includes(digit)) return;
    const chosen = this.digits[kind] ?? [];
    const next = chosen.includes(digit) ? chosen.filter((other) => other !== digit) : [...chosen, digit].sort();
    this.digits = { ...this.digits, [kind]: next };
  }

  /** The field that the tool puts; null if it erases. */
  get field(): Field | null {
    return this.tool === "erase" ? null : { kind: this.tool, digits: this.digits[this.tool] ?? [] };
  }

  turnSymmetry(): void {
    this.symmetry = SYMMETRIES[(SYMMETRIES.indexOf(this.symmetry) + 1) % SYMMETRIES.length]!;
  }

  /** Use the tool on a cell. */
  apply(cell: Cell, field: Field | null = this.field): void {
    if (field === null && !this.layout.fields.has(SPEZIAL.of(cell))) return;
    this.#step({ ...this.layout, fields: edit(this.layout.fields, cell, field, this.symmetry) });
  }

  replace(layout: Layout): void {
    this.#step(layout);
  }

  clear(): void {
    if (this.layout.fields.size > 0) this.#step({ ...this.layout, fields: new Map() });
  }

  describe(texts: { name?: string; note?: string }): void {
    this.history = amend(this.history, { ...this.layout, ...texts });
    this.#changed();
  }

  undo(): void {
    this.history = undo(this.history);
    this.#changed();
  }

  redo(): void {
    this.history = redo(this.history);
    this.#changed();
  }

  /** Edit the board of a JSON text; return what is wrong with it, or nothing. */
  async open(text: string): Promise<string> {
    try {
      const { faults } = await check(text);
      if (!isEditable(faults)) return faultText(faults[0]!);
      this.#step(fromText(text));
      return "";
    } catch (error) {
      return sentence(error);
    }
  }

  /** Keep the board with the account; raise Refusal. */
  async save(): Promise<void> {
    const text = this.text;
    const { kept } = await keep(text, this.kept);
    localStorage.removeItem(this.#draftKey);
    this.kept = kept;
    this.#saved = text;
    if (!this.isSaved) localStorage.setItem(this.#draftKey, this.text); // edited meanwhile
  }

  /** Go back to what the account keeps. */
  revert(): void {
    this.#step(this.kept === null ? EMPTY : fromText(this.#saved));
  }

  #step(layout: Layout): void {
    this.history = step(this.history, layout);
    this.#changed();
  }

  #changed(): void {
    if (!this.isLoaded) return;
    if (this.isSaved) localStorage.removeItem(this.#draftKey);
    else localStorage.setItem(this.#draftKey, this.text);
    this.#check.restart();
  }
}
