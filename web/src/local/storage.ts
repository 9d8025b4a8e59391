// Where tables of this browser are kept: IndexedDB, an entry for each. It outlives the page and its version.

import type { Analysis } from "../api/wire";
import type { StoredTable } from "./table";

const DATABASE = "genial";
const TABLES = "tables";
const ANALYSES = "analyses";
const VERSION = 1;

let opening: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(DATABASE, VERSION);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(TABLES, { keyPath: "name" });
      request.result.createObjectStore(ANALYSES, { keyPath: "subject" });
    };
    request.onsuccess = () => {
      request.result.onversionchange = () => request.result.close();
      request.result.onclose = () => (opening = null);
      resolve(request.result);
    };
    request.onerror = () => reject(request.error ?? new Error("no database"));
    request.onblocked = () => reject(new Error("another page blocks the database"));
  }).catch((error: unknown) => {
    opening = null; // allow another attempt
    throw error;
  });
  return opening;
}

/** Run a transaction, and wait until what it wrote is kept. */
async function run<T>(store: string, mode: IDBTransactionMode, work: (entries: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open();
  return new Promise<T>((resolve, reject) => {
    const transaction = database.transaction(store, mode);
    const request = work(transaction.objectStore(store));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error ?? new Error("the database refused"));
  });
}

/** A table, if there is one of this name. */
export const loadTable = (name: string): Promise<StoredTable | undefined> =>
  run(TABLES, "readonly", (tables) => tables.get(name) as IDBRequest<StoredTable | undefined>);

/** All tables. */
export const loadTables = (): Promise<StoredTable[]> => run(TABLES, "readonly", (tables) => tables.getAll() as IDBRequest<StoredTable[]>);

/** Delete a table, and the analysis of its game. */
export async function deleteTable(name: string): Promise<void> {
  await run(TABLES, "readwrite", (tables) => tables.delete(name));
  await run(ANALYSES, "readwrite", (analyses) => analyses.delete(name));
}

/** The analysis of a table's game, as far as it came. */
export const loadAnalysis = (table: string): Promise<Analysis | undefined> =>
  run(ANALYSES, "readonly", (analyses) => analyses.get(table) as IDBRequest<Analysis | undefined>);

export const saveAnalysis = (analysis: Analysis): Promise<IDBValidKey> => run(ANALYSES, "readwrite", (analyses) => analyses.put(analysis));

/** Keep a table, unless another page has changed it since it had this number (0: it is new); return whether it is kept. */
export async function saveTable(table: StoredTable, known: number): Promise<boolean> {
  const database = await open();
  return new Promise<boolean>((resolve, reject) => {
    const transaction = database.transaction(TABLES, "readwrite");
    const tables = transaction.objectStore(TABLES);
    const before = tables.get(table.name) as IDBRequest<StoredTable | undefined>;
    let isKept = false;
    before.onsuccess = () => {
      isKept = (before.result?.number ?? 0) === known;
      if (isKept) tables.put(table);
    };
    transaction.oncomplete = () => resolve(isKept);
    transaction.onabort = () => reject(transaction.error ?? new Error("the database refused"));
  });
}
