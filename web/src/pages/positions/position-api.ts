// Requests about positions, and why the server refuses one, in the reader's language.

import { post, Refusal } from "../../api/http";
import { retryWhilePreparing } from "../../api/retry";
import type { PositionData, PositionRequest } from "../../api/wire";
import { tileName } from "../../games/board/phrases";
import { cardName } from "../../games/phoenix/card-names";
import { sentence, word } from "../../i18n/index.svelte";
import { faultText } from "../../i18n/positions/index.svelte";
import type { Draft } from "./draft";
import { requestOf } from "./request";

/** What the server says about a draft: the whole position, or what is wrong with it. */
export interface Answer { readonly data: PositionData | null; readonly fault: string; readonly reason: string }

export const ask = (request: PositionRequest): Promise<PositionData> =>
  retryWhilePreparing(() => post<PositionData>("/api/positions", request), () => undefined);

/** Check a draft; throw a refusal that is not about the position. */
export async function check(draft: Draft): Promise<Answer> {
  try {
    return { data: await ask(requestOf(draft)), fault: "", reason: "" };
  } catch (error) {
    if (!(error instanceof Refusal) || !["bad-position", "bad-option", "bad-layout", "unknown-board", "no-such-game"].includes(error.code)) throw error;
    return { data: null, fault: faultOf(error), reason: String(error.facts.reason ?? error.code) };
  }
}

/** Reasons why an editor cannot show a position at all. */
const UNEDITABLE = new Set([
  "shape", "other-game", "other-options", "bad-option", "bad-layout", "unknown-board", "no-such-game",
  "racks", "tracks", "seats", "heaps", "tile-lists", "not-a-tile", "no-card",
]);
export const isEditable = ({ reason }: Answer): boolean => !UNEDITABLE.has(reason);

function faultOf(refusal: Refusal): string {
  const { reason, fault, colour, tile, chip, card } = refusal.facts;
  if (refusal.code !== "bad-position" || reason === undefined) return sentence(refusal);
  return faultText(String(reason === "shape" ? fault : reason), refusal.message, {
    ...refusal.facts,
    colour: word(`colour.${String(colour)}`, String(colour)),
    tile: /^[RGBOYP]{2}$/.test(String(tile)) ? tileName(String(tile)) : tile,
    chip: chip === undefined ? "" : `${word(`colour.${String(chip)[0]}`)} ${String(chip)[1]}`,
    card: reason === "cards" ? cardName(String(card)) : card,
  });
}
