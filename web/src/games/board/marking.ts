// Mark a move on the board while it is pointed at in a list.

import type { Attachment } from "svelte/attachments";

/** A move to mark, as logs write it: seat and text; null: none. */
export type OnMark = (line: string | null) => void;

/** Mark a move while the element is under the pointer or has the focus of the keyboard. */
export const marksOnBoard = (line: string, onmark: OnMark): Attachment<HTMLElement> => (element) => {
  const mark = (): void => onmark(line);
  const markFocus = (event: Event): void => {
    if ((event.target as Element).matches(":focus-visible")) mark();
  };
  const clear = (): void => onmark(null);
  const listeners = [["pointerenter", mark], ["focusin", markFocus], ["pointerleave", clear], ["focusout", clear]] as const;
  for (const [name, listener] of listeners) element.addEventListener(name, listener);
  return () => {
    for (const [name, listener] of listeners) element.removeEventListener(name, listener);
  };
};

/** The text of a marked move, for a board to parse. */
export const markedText = (line: string | null): string => line?.split(" ")[1] ?? "";
