// Save the record of a table of this browser as a file.

import { get } from "../api/http";

export async function saveLocalRecord(table: string): Promise<void> {
  const { save } = await import("../app/sharing");
  save(`${table}.genial`, await get<string>(`/api/tables/${table}/record`));
}
