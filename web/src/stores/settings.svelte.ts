// What this browser remembers about its user's taste.

import { chosen } from "../i18n/languages";

const KEY = "genial";

export interface Choices {
  language: string;
  theme: "auto" | "light" | "dark";
  confirm: boolean; // a move is played by a second tap
  zoom: boolean; // fingers see a board larger while they place something
  orientation: "auto" | "wide" | "tall"; // of the boards of hexes
  motion: boolean;
  sound: boolean;
  names: boolean; // of cells, on the boards
  letters: boolean; // on the symbols
  learnt: Record<string, number>; // steps of the tutorials, by game
  level: Record<string, string>; // the bot I play against, by game
  table: Wish; // how the last table was opened
  pairing: { game: string; rated: boolean }; // what I last wanted to play with somebody
}

/** What somebody wants of a new table. */
export interface Wish {
  players: number;
  seats: { kind: string; level: string; name: string }[];
  start: string;
  clock: string;
  minutes: number; // of a clock of one's own,
  increment: number; // and seconds a move
  days: number; // or for a move
  teams: boolean;
  games: number;
  listed: boolean;
  rated: boolean;
  hints: boolean;
  take_backs: boolean;
  counting: boolean;
  bots: boolean;
}

const DEFAULTS: Choices = {
  language: chosen(navigator.languages),
  theme: "auto",
  confirm: true,
  zoom: true,
  orientation: "auto",
  motion: true,
  sound: false,
  names: false,
  letters: false,
  learnt: {},
  level: {},
  table: {
    players: 2, seats: [], start: "1", clock: "none", minutes: 10, increment: 5, days: 2, teams: false, games: 1,
    listed: true, rated: false, hints: true, take_backs: true, counting: true, bots: false,
  },
  pairing: { game: "ingenious", rated: false },
};

function remembered(text = localStorage.getItem(KEY)): Partial<Choices> {
  try {
    return JSON.parse(text ?? "{}") as Partial<Choices>;
  } catch {
    return {};
  }
}

/** All choices: what is missing in older ones is as it is by default. */
function whole(some: Partial<Choices>): Choices {
  return { ...DEFAULTS, ...some, table: { ...DEFAULTS.table, ...some.table } };
}

export const settings = $state<Choices>(whole(remembered()));

/** Take over what was chosen elsewhere: in another tab, or on another device. */
export function adopt(some: Partial<Choices>): void {
  Object.assign(settings, whole({ ...settings, ...some }));
}

/** Keep the settings, and let this page and those in other tabs follow them. */
export function applySettings(): void {
  addEventListener("storage", (event) => {
    if (event.key === KEY) adopt(remembered(event.newValue));
  });
  $effect.root(() => {
    $effect(() => {
      localStorage.setItem(KEY, JSON.stringify(settings));
      const root = document.documentElement;
      root.lang = settings.language;
      if (settings.theme === "auto") delete root.dataset.theme;
      else root.dataset.theme = settings.theme;
      root.dataset.motion = settings.motion ? "full" : "reduced";
    });
  });
}
