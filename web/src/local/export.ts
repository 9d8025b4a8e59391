// Save the record of a table of this browser as a file.

import { get } from "../api/http";
import { save } from "../app/sharing";

export async function saveLocalRecord(table: string): Promise<void> {
  save(`${table}.genial`, await get<string>(`/api/tables/${table}/record`));
}
