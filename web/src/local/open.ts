// Start games in this browser, and know when the server has to.

import { Refusal } from "../api/refusal";
import type { NewTable, Sitter } from "../api/wire";
import { t } from "../i18n/index.svelte";
import { games } from "../stores/games.svelte";
import { session } from "../stores/session.svelte";
import { hasEngine, NO_ENGINE } from "./engine";
import { localNotices } from "./notices.svelte";

const LAST = "genial.game";

type LocalClient = typeof import("./client.svelte")["localClient"];

/** The client of the worker, which is loaded when a table of this browser needs it. */
const loadClient = async (): Promise<LocalClient> => (await import("./client.svelte")).localClient;

/** Does a table need nothing that only the server has: other people, clocks, ratings, positions? */
export const isForOneScreen = ({ seats, pace, rated, position, from_table, from_upload, from_record }: NewTable): boolean =>
  seats.every(({ type }) => type !== "open") && seats.some(({ type }) => type === "me" || type === "screen") &&
  !pace && !rated && !position && !from_table && !from_upload && !from_record;

/** Start a game in this browser and return the name of its table; null where the server has to play it. */
export async function openLocally({ game = "", options, seats, ...more }: NewTable): Promise<string | null> {
  const info = games.all.find(({ name }) => name === game);
  if (!isForOneScreen({ seats, ...more }) || info === undefined) return null;
  if (!hasEngine()) return explainServer();
  const person = { account: session.account, name: session.me?.name || t("guest.name") };
  const sitters = seats.map((seat): Sitter => {
    if (seat.type === "bot") return seat;
    return seat.type === "screen" ? { ...seat, account: person.account } : { type: "person", ...person };
  });
  try {
    const client = await loadClient();
    const table = await client.open({ game: info.name, options: { ...info.options, players: seats.length, ...options }, seats: sitters, ...aidsOf(more) });
    rememberGame(info.name);
    return table;
  } catch (error) {
    if (error instanceof Refusal && error.code === "bad-option") return null; // such as a board of its own
    if (error instanceof Refusal && error.code !== NO_ENGINE) throw error;
    return explainServer();
  }
}

const aidsOf = ({ hints = true, take_backs = true, counting = true }: Omit<NewTable, "seats">): Pick<NewTable, "hints" | "take_backs" | "counting"> =>
  ({ hints, take_backs, counting });

function explainServer(): null {
  localNotices.hasNoEngine = true;
  return null;
}

/** Open a record in this browser and return its name; raises Refusal if it is none, or is of a game that only a server plays. */
export async function openRecordLocally(text: string): Promise<string> {
  return (await loadClient()).openRecord(text);
}

/** Load the engine of a game before it is needed. */
export function prepareEngine(game: string): void {
  if (hasEngine()) void loadClient().then((client) => client.prepare(game)).catch(() => undefined);
}

/** The game that was played last in this browser. */
export function lastGame(): string {
  return localStorage.getItem(LAST) ?? "ingenious";
}

function rememberGame(game: string): void {
  try {
    localStorage.setItem(LAST, game);
  } catch {
    // Storage is full or forbidden: another game is prepared next time.
  }
}
