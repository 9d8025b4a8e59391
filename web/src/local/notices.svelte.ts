// What players are told about games of this browser, on any page, until they close it.

class LocalNotices {
  /** A table that this browser cannot store: its game is lost with the page. Empty: none. */
  unsaved = $state("");
  /** Does the server play because the engine cannot run here? */
  hasNoEngine = $state(false);
  readonly #told = new Set<string>();

  addUnsaved(table: string): void {
    if (this.#told.has(table)) return;
    this.#told.add(table);
    this.unsaved = table;
  }
}

export const localNotices = new LocalNotices();
