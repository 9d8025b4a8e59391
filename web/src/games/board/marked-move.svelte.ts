// A move that is marked on the board while it is pointed at in a list.

import type { Attachment } from "svelte/attachments";

export class MarkedMove {
  /** As logs write it: seat and text; null: none. */
  line = $state.raw<string | null>(null);
  #element: HTMLElement | null = null; // where it is pointed at

  /** Mark a move while an element is under the pointer or has the focus of the keyboard. */
  whilePointedAt(line: string): Attachment<HTMLElement> {
    return (element) => {
      const mark = (): void => void ([this.line, this.#element] = [line, element]);
      const markFocus = (event: Event): void => {
        if ((event.target as Element).matches(":focus-visible")) mark();
      };
      // Later, because an element also loses the focus while the page is being changed.
      const clear = (): void => queueMicrotask(() => this.#clear(element));
      const listeners = [["pointerenter", mark], ["focusin", markFocus], ["pointerleave", clear], ["focusout", clear]] as const;
      for (const [name, listener] of listeners) element.addEventListener(name, listener);
      return () => {
        for (const [name, listener] of listeners) element.removeEventListener(name, listener);
        queueMicrotask(() => { if (!element.isConnected) this.#clear(element); }); // not where the list only changed
      };
    };
  }

  #clear(element: HTMLElement): void {
    if (this.#element === element) [this.line, this.#element] = [null, null];
  }
}

/** The text of a marked move, for a board to parse. */
export const markedText = (line: string | null): string => line?.split(" ")[1] ?? "";
