// What can be undone and redone.

const MOST = 500; // steps that are remembered

/** A value with its past and, after an undo, its future. */
export interface History<T> { readonly past: readonly T[]; readonly present: T; readonly future: readonly T[] }

export const begin = <T>(present: T): History<T> => ({ past: [], present, future: [] });

/** A step that can be undone. */
export const step = <T>({ past, present }: History<T>, next: T): History<T> => ({ past: [...past, present].slice(-MOST), present: next, future: [] });

/** A change of the present that is no step of its own. */
export const amend = <T>(history: History<T>, present: T): History<T> => ({ ...history, present });

export function undo<T>(history: History<T>): History<T> {
  const { past, present, future } = history;
  return past.length === 0 ? history : { past: past.slice(0, -1), present: past.at(-1)!, future: [present, ...future] };
}

export function redo<T>(history: History<T>): History<T> {
  const { past, present, future } = history;
  return future.length === 0 ? history : { past: [...past, present], present: future[0]!, future: future.slice(1) };
}
