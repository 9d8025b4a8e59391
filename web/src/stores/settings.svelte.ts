// The user's settings, remembered in this browser.

import { MediaQuery } from "svelte/reactivity";
import type { BOARDS, SYMBOLS } from "../games/board/themes";
import { preferredLanguage } from "../i18n/languages";

const KEY = "genial";

export interface Choices {
  language: string;
  theme: "auto" | "light" | "dark";
  confirm: boolean; // a move needs a second tap
  zoom: boolean; // enlarge boards on touch screens while something is placed
  orientation: "auto" | "wide" | "tall"; // of hexagonal boards
  speed: "off" | "quick" | "normal"; // of moves and all other motion
  sound: boolean;
  volume: number; // of sounds, from 0 to 1
  haptics: boolean; // vibrations, on devices that have them
  names: boolean; // show the names of cells on the boards
  codes: boolean; // show the codes of moves beside their pictures
  board: (typeof BOARDS)[number]; // how boards look
  symbols: (typeof SYMBOLS)[number]; // on tiles and tracks
  learnt: Record<string, number>; // tutorial steps done, by game
  done: Record<string, boolean>; // what needs no first-time hint any more, see first-time.ts
  level: Record<string, string>; // level of the bot to play against, by game
  strength: Record<string, string>; // the level that I play like, by game
  table: TablePreset; // of the last table that was opened
  pairing: { game: string; rated: boolean }; // of the last search for an opponent
}

/** The choices on the page for a new table. */
export interface TablePreset {
  players: number;
  seats: { kind: string; level: string; name: string }[];
  start: string;
  clock: string;
  minutes: number; // of a custom clock,
  increment: number; // with seconds added per move;
  days: number; // or days per move
  teams: boolean;
  partners: string; // of a team
  games: number;
  board: string; // of Genial Spezial: "host", "rated", "generated", or the id of a kept one
  number: number; // of a generated board
  listed: boolean;
  rated: boolean;
  hints: boolean;
  take_backs: boolean;
  counting: boolean;
  bots: boolean;
  server: boolean; // keep games at one screen on the server, too
}

const DEFAULTS: Choices = {
  language: preferredLanguage(navigator.languages),
  theme: "auto",
  confirm: true,
  zoom: true,
  orientation: "auto",
  speed: "normal",
  sound: true,
  volume: 0.4,
  haptics: true,
  names: false,
  codes: false,
  board: "wood",
  symbols: "colour",
  learnt: {},
  done: {},
  level: {},
  strength: {},
  table: {
    players: 2, seats: [], start: "1", clock: "none", minutes: 10, increment: 5, days: 2, teams: false, partners: "silent", games: 1,
    board: "host", number: 1,
    listed: true, rated: false, hints: true, take_backs: true, counting: true, bots: false, server: false,
  },
  pairing: { game: "ingenious", rated: false },
};

function loadSettings(text = localStorage.getItem(KEY)): Partial<Choices> {
  try {
    return JSON.parse(text ?? "{}") as Partial<Choices>;
  } catch {
    return {};
  }
}

/** Settings as earlier versions stored them: motion and letters were switches. */
type Stored = Partial<Choices> & { motion?: boolean; letters?: boolean };

/** Fill in the defaults for settings that an older version did not know. */
function withDefaults({ motion, letters, ...stored }: Stored): Choices {
  const symbols = letters ? "letters" : DEFAULTS.symbols;
  const speed = motion === false ? "off" : DEFAULTS.speed;
  return { ...DEFAULTS, symbols, speed, ...stored, table: { ...DEFAULTS.table, ...stored.table } };
}

const prefersDark = new MediaQuery("prefers-color-scheme: dark");

/** Are the surroundings of a board dark? */
export const isDark = (): boolean => (settings.theme === "auto" ? prefersDark.current : settings.theme === "dark");

export const settings = $state<Choices>(withDefaults(loadSettings()));

/** Take over settings from another tab or another device. */
export function mergeSettings(changes: Partial<Choices>): void {
  Object.assign(settings, withDefaults({ ...settings, ...changes }));
}

/** Save the settings whenever they change, and apply them to this page and to other tabs. */
export function applySettings(): void {
  addEventListener("storage", (event) => {
    if (event.key === KEY) mergeSettings(loadSettings(event.newValue));
  });
  $effect.root(() => {
    // Apart from the rest, so that only a change of settings is stored: another tab may have stored others.
    $effect(() => localStorage.setItem(KEY, JSON.stringify(settings)));
    $effect(() => {
      const root = document.documentElement;
      root.lang = settings.language;
      if (settings.theme === "auto") delete root.dataset.theme;
      else root.dataset.theme = settings.theme;
      root.dataset.shade = isDark() ? "dark" : "light";
      root.dataset.board = settings.board;
      root.dataset.symbols = settings.symbols;
      root.dataset.motion = settings.speed === "off" ? "reduced" : "full";
    });
  });
}
