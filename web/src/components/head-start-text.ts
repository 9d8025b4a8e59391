// A head start in words.

import { t, type Key } from "../i18n/index.svelte";

/** How much a head start is: "3 points in every colour". */
export const headStartText = (game: string, n: number): string => t(`headstart.${game}` as Key, { n });
