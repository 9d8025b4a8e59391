// What players are told about games of this browser, on any page, until they close it.

class LocalNotices {
  /** A table that this browser cannot store: its game is lost with the page. Empty: none. */
  unsaved = $state("");
  /** Does the server play because the engine cannot run here? */
  hasNoEngine = $state(false);
  /** All tables that could not be stored while this page was open, whether or not their notice has been closed. */
  readonly allUnsaved = new Set<string>();

  addUnsaved(table: string): void {
    if (this.allUnsaved.has(table)) return;
    this.allUnsaved.add(table);
    this.unsaved = table;
  }
}

export const localNotices = new LocalNotices();
