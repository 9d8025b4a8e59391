// The modules of the games as files, for Node.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Module } from "../../src/engine/module";
import type { Tables } from "../../src/engine/tables";

export const MODULES = "../src/genial/wasm/modules";

/** The module of a game. */
export async function loadGame(name: string): Promise<Module> {
  const tables = JSON.parse(readFileSync(join(MODULES, `${name}.json`), "utf8")) as Tables;
  return Module.load(readFileSync(join(MODULES, `${name}.wasm`)), tables);
}
