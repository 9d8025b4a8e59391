// Tables in this browser have names of their own; their pages and requests are like those of any table.

const PREFIX = "local-";
const NAME_BYTES = 9;

/** Is this the name of a table in this browser? */
export const isLocal = (table: string): boolean => table.startsWith(PREFIX);

/** A name that no other table has. */
export function newName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(NAME_BYTES));
  return PREFIX + btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}

/** The table in this browser that a request is about, and what of it; null for all other requests. */
export function localRequest(path: string, body?: object): { readonly table: string; readonly what: string } | null {
  if (path === "/api/review" && body !== undefined && "table" in body && isLocal(String(body.table))) return { table: String(body.table), what: "review" };
  const [, table, what] = /^\/api\/tables\/(local-[\w-]+)(?:\/(.*))?$/.exec(path) ?? [];
  return table === undefined ? null : { table, what: what ?? "" };
}
