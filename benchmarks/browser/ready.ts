// How long a page waits for a game's engine: fetched, compiled, its first legal moves. The page is measured from outside.

import { Module } from "../../web/src/engine/module";
import { Rules } from "../../web/src/engine/rules";
import { fastStream, type Options } from "../../web/src/engine/streams";
import type { Tables } from "../../web/src/engine/tables";

async function ready(name: string, options: Options): Promise<number> {
  const began = performance.now();
  const [code, tables] = await Promise.all([
    WebAssembly.compileStreaming(fetch(`/${name}.wasm`)),
    fetch(`/${name}.json`).then((response) => response.json() as Promise<Tables>),
  ]);
  const rules = new Rules(await Module.load(code, tables), options);
  if (rules.legal(rules.deal(fastStream(1n)).record).length === 0) throw new Error("there is no move");
  return performance.now() - began;
}

Object.assign(globalThis, { ready });
