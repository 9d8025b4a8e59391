// Tables and records in this browser have names of their own; their pages and requests are like those of any other.

const PREFIX = "local-";
const RECORD = `${PREFIX}record-`;
const NAME_BYTES = 9;

/** Is this the name of a table or a record in this browser? */
export const isLocal = (name: string): boolean => name.startsWith(PREFIX);

/** Is this the name of a record in this browser? */
export const isLocalRecord = (name: string): boolean => name.startsWith(RECORD);

/** A name that no other table has. */
export const newName = (): string => PREFIX + randomText();

/** A name that no other record has. */
export const newRecordName = (): string => RECORD + randomText();

function randomText(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(NAME_BYTES));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}

/** The table or record in this browser that a request is about, and what of it; null for all other requests. */
export function localRequest(path: string, body?: object): { readonly table: string; readonly what: string } | null {
  const { table: given, upload } = (body ?? {}) as { readonly table?: unknown; readonly upload?: unknown };
  const tried = String(given ?? upload ?? "");
  if (path === "/api/review" && isLocal(tried)) return { table: tried, what: "review" };
  const [, table, what] = /^\/api\/(?:tables|uploads)\/(local-[\w-]+)(?:\/(.*))?$/.exec(path) ?? [];
  return table === undefined ? null : { table, what: what ?? "" };
}
