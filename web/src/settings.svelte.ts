// What this browser remembers about its user's taste.

const KEY = "genial";

export interface Choices {
  language: string;
  theme: "auto" | "light" | "dark";
  confirm: boolean; // a move is played by a second tap
  motion: boolean;
  sound: boolean;
  names: boolean; // of cells, on the boards
  letters: boolean; // on the symbols
  learnt: Record<string, number>; // steps of the tutorials, by game
  level: Record<string, string>; // the bot I play against, by game
  table: Wish; // how the last table was opened
}

/** What somebody wants of a new table. */
export interface Wish {
  players: number;
  seats: { kind: string; level: string; name: string }[];
  start: string;
  clock: string;
  teams: boolean;
  games: number;
  listed: boolean;
  rated: boolean;
  hints: boolean;
  take_backs: boolean;
}

const DEFAULTS: Choices = {
  language: navigator.languages.some((l) => l.startsWith("de")) ? "de" : "en",
  theme: "auto",
  confirm: true,
  motion: true,
  sound: false,
  names: false,
  letters: false,
  learnt: {},
  level: {},
  table: {
    players: 2, seats: [], start: "1", clock: "none", teams: false, games: 1,
    listed: true, rated: false, hints: true, take_backs: true,
  },
};

function remembered(): Partial<Choices> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Choices>;
  } catch {
    return {};
  }
}

export const settings = $state<Choices>({ ...DEFAULTS, ...remembered() });

/** Keep the settings, and let the page follow them. */
export function applySettings(): void {
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
