// Key presses: are they meant for the board?

/** Is a modifier held, so that the browser handles the key? */
export const hasModifier = (event: KeyboardEvent): boolean => event.ctrlKey || event.metaKey || event.altKey;

/** Is a key press meant for a form field or for the browser? */
export const isTyping = (event: KeyboardEvent): boolean =>
  hasModifier(event) || Boolean((event.target as Element | null)?.closest?.("input, textarea, select, [contenteditable]"));
