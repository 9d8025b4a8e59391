// How the partners of a team of Ingenious play.

import type { Terms } from "../api/wire";

export const PARTNERS = ["silent", "open", "shared"] as const;
export type Partners = (typeof PARTNERS)[number];

/** How partners play at a table with these terms; null without teams. */
export function partnersOf({ options }: Terms): Partners | null {
  if (options.variant !== "teams") return null;
  return PARTNERS.find((kind) => kind === options.partners) ?? "silent";
}

/** The seat opposite, of four. */
export const partnerOf = (seat: number): number => (seat > 2 ? seat - 2 : seat + 2);
