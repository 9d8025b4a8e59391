// The board of a new table of Genial Spezial: the host's, our reconstruction, a generated one, one that came by a link, one of my own.

import type { BoardLimits, KeptBoard } from "../../api/wire";
import { sentence } from "../../i18n/index.svelte";
import { session } from "../../stores/session.svelte";
import { settings } from "../../stores/settings.svelte";
import { check, faultText, generatedBoard, loadLimits, loadMine, loadNamed } from "./board-api";
import { unpack } from "../editing/packed-link";
import { fromFile, fromText, type Layout } from "./layout";

/** What a new table has to know about its board. */
export interface ChosenBoard { readonly options: Record<string, string>; readonly isRated: boolean }

/** A number that is short enough to tell a friend. */
export const drawNumber = (): number => Math.floor(Math.random() * 100_000);

export class BoardChoice {
  limits = $state.raw<BoardLimits | null>(null);
  mine = $state.raw<KeptBoard[]>([]);
  given = $state.raw<{ board: string; layout: string } | null>(null); // by a link or the editor
  problem = $state("");
  isReady = $state(false); // are the given board and mine known?
  #isGiven = $state(false); // is the given board chosen?

  constructor(readonly hostBoard: () => string) {
    void this.#load();
  }

  async #load(): Promise<void> {
    try {
      this.limits = await loadLimits();
      const sent = location.hash === "" ? null : await unpack(location.hash.slice(1));
      if (sent !== null) {
        const { faults, board, layout } = await check(sent);
        if (faults.length > 0) this.problem = faultText(faults[0]!);
        else [this.given, this.#isGiven] = [{ board, layout }, true];
      }
      if (!session.known) await session.load();
      if (session.me !== null) this.mine = await loadMine();
    } catch (error) {
      this.problem = sentence(error);
    }
    this.isReady = true;
  }

  /** What is chosen: "host", "rated", "generated", "given", or the id of a board of mine. */
  get chosen(): string {
    if (this.#isGiven) return "given";
    const { board } = settings.table;
    const isKnown = board === "generated" || (board === "rated" && !this.isHostRated) || this.mine.some(({ kept }) => kept === board);
    return isKnown ? board : "host";
  }

  set chosen(choice: string) {
    this.#isGiven = choice === "given";
    if (choice !== "given") settings.table.board = choice;
  }

  /** Is the host's board the one of rated games? */
  get isHostRated(): boolean {
    return this.limits === null || this.hostBoard() === this.limits.rated_board;
  }

  get isRated(): boolean {
    return this.chosen === "rated" || (this.chosen === "host" && this.isHostRated);
  }

  get #layout(): string | null {
    return this.chosen === "given" ? this.given!.layout : (this.mine.find(({ kept }) => kept === this.chosen)?.layout ?? null);
  }

  /** The options of the game that choose this board. */
  get options(): Record<string, string> {
    const layout = this.#layout;
    if (layout !== null) return { layout };
    if (this.chosen === "generated") return { board: generatedBoard(settings.table.number) };
    return this.chosen === "rated" ? { board: this.limits!.rated_board } : {};
  }

  /** The chosen board as a picture shows it; null if it is the host's own. */
  async load(): Promise<Layout | null> {
    const { layout, board } = this.options;
    if (layout !== undefined) return fromText(layout);
    const named = board ?? (this.isHostRated ? this.limits?.rated_board : undefined);
    return named === undefined ? null : fromFile(await loadNamed(named));
  }
}
