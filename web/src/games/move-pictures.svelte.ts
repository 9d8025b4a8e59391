// How each game draws its moves and puts them into words; loaded when it is first needed.

import type { Component } from "svelte";
import { SvelteMap } from "svelte/reactivity";
import type { GameName } from "../api/wire";
import type { PlayedMove } from "./played-move";

export interface MovePictures {
  readonly MovePicture: Component<{ played: PlayedMove }>;
  readonly moveText: (played: PlayedMove) => string;
}

const FILES: Readonly<Record<GameName, () => Promise<MovePictures>>> = {
  ingenious: () => import("./ingenious/move-pictures"),
  phoenix: () => import("./phoenix/move-pictures"),
  spezial: () => import("./spezial/move-pictures"),
  "tile-challenge": () => import("./tile-challenge/move-pictures"),
};

const loaded = new SvelteMap<string, MovePictures>();
const loading = new Set<string>();

/** The pictures of a game's moves; null until they are loaded. */
export function picturesOf(game: string): MovePictures | null {
  const pictures = loaded.get(game);
  if (pictures === undefined) void load(game);
  return pictures ?? null;
}

/** A move in words; empty until they are loaded. */
export const moveText = (game: string, played: PlayedMove): string => picturesOf(game)?.moveText(played) ?? "";

async function load(game: string): Promise<void> {
  const file = (FILES as Partial<Record<string, () => Promise<MovePictures>>>)[game];
  if (file === undefined || loading.has(game)) return;
  loading.add(game);
  try {
    loaded.set(game, await file());
  } catch {
    loading.delete(game); // offline: the next move tries again
  }
}
