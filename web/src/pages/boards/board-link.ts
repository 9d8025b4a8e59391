// Links that carry a whole board.

import { pack } from "../editing/packed-link";

/** The path of the page that shows a board from its link. */
export const sharedPath = async (text: string): Promise<string> => `/boards/shared#${await pack(text)}`;

/** The path of the form for a new table on a board. */
export const newTablePath = async (text: string): Promise<string> => `/new/spezial#${await pack(text)}`;
