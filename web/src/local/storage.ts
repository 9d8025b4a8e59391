// Where tables and records of this browser are kept: IndexedDB, an entry for each. It outlives the page and its version.

import type { Analysis, UploadedRecord } from "../api/wire";
import type { StoredTable } from "./table";

const TABLES = "tables";
const ANALYSES = "analyses";
const RECORDS = "records";
const VERSION = 1;

/** The databases with their stores and the keys of these. None is ever upgraded: pages of an earlier version may be using it. */
const DATABASES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  genial: { [TABLES]: "name", [ANALYSES]: "subject" },
  "genial-records": { [RECORDS]: "upload" },
};

const opening = new Map<string, Promise<IDBDatabase>>();

/** The database that has a store. */
function open(store: string): Promise<IDBDatabase> {
  const [name, stores] = Object.entries(DATABASES).find(([, keys]) => store in keys)!;
  const known = opening.get(name);
  if (known !== undefined) return known;
  const database = new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name, VERSION);
    request.onupgradeneeded = () => {
      for (const [each, keyPath] of Object.entries(stores)) request.result.createObjectStore(each, { keyPath });
    };
    request.onsuccess = () => {
      request.result.onversionchange = () => request.result.close();
      request.result.onclose = () => opening.delete(name);
      resolve(request.result);
    };
    request.onerror = () => reject(request.error ?? new Error("no database"));
    request.onblocked = () => reject(new Error("another page blocks the database"));
  });
  opening.set(name, database);
  database.catch(() => opening.delete(name)); // allow another attempt
  return database;
}

/** Run a transaction, and wait until what it wrote is kept. */
async function run<T>(store: string, mode: IDBTransactionMode, work: (entries: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open(store);
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

/** The analysis of a game, as far as it came. */
export const loadAnalysis = (subject: string): Promise<Analysis | undefined> =>
  run(ANALYSES, "readonly", (analyses) => analyses.get(subject) as IDBRequest<Analysis | undefined>);

export const saveAnalysis = (analysis: Analysis): Promise<IDBValidKey> => run(ANALYSES, "readwrite", (analyses) => analyses.put(analysis));

/** A record that was opened here, if there is one of this name. */
export const loadRecord = (name: string): Promise<UploadedRecord | undefined> =>
  run(RECORDS, "readonly", (records) => records.get(name) as IDBRequest<UploadedRecord | undefined>);

/** All records that were opened here. */
export const loadRecords = (): Promise<UploadedRecord[]> => run(RECORDS, "readonly", (records) => records.getAll() as IDBRequest<UploadedRecord[]>);

export const saveRecord = (record: UploadedRecord): Promise<IDBValidKey> => run(RECORDS, "readwrite", (records) => records.put(record));

/** Delete a record, and its analysis. */
export async function deleteRecord(name: string): Promise<void> {
  await run(RECORDS, "readwrite", (records) => records.delete(name));
  await run(ANALYSES, "readwrite", (analyses) => analyses.delete(name));
}

/** Keep a table, unless another page has changed it since it had this number (0: it is new); return whether it is kept. */
export async function saveTable(table: StoredTable, known: number): Promise<boolean> {
  const database = await open(TABLES);
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
