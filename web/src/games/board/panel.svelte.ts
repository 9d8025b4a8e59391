// The panel beside a board: its tabs, and the aids that a board shows there.

import type { Snippet } from "svelte";

export const TABS = ["players", "moves", "chat", "aids", "advice"] as const; // advice ends with the game: no other tab moves
export type Tab = (typeof TABS)[number];

export interface Preview { readonly seat: number; readonly gains: Readonly<Record<string, number>> }

export class Panel {
  tab = $state<Tab>("moves");
  /** On a small screen the panel is a sheet that is open or not. */
  isOpen = $state(false);
  /** What the board shows in the panel; null if it has no aids. */
  aids = $state.raw<Snippet | null>(null);

  /** What the move that is being placed would bring to a seat. */
  preview = $state.raw<Preview | null>(null);

  /** Show a tab, and open the sheet. */
  show(tab: Tab): void {
    [this.tab, this.isOpen] = [tab, true];
  }

  close(): void {
    this.isOpen = false;
  }
}

/** Show a board's aids in the panel for as long as the board exists; call it while the board is set up. */
export function showAids(panel: () => Panel | undefined, aids: Snippet): void {
  $effect(() => {
    const shownIn = panel();
    if (shownIn === undefined) return;
    shownIn.aids = aids;
    return () => {
      if (shownIn.aids === aids) shownIn.aids = null;
    };
  });
}

/** Show the gains of the move that is being placed on the tracks; call it while the board is set up. */
export function showPreview(panel: () => Panel | undefined, preview: () => Preview | null): void {
  $effect(() => {
    const shownIn = panel();
    if (shownIn === undefined) return;
    shownIn.preview = preview();
    return () => void (shownIn.preview = null);
  });
}
