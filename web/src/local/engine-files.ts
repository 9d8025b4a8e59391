// The files of the engine: the build names them by their content, and they are fetched when a game needs them.

import { Refusal } from "../api/refusal";
import { unpackWeights } from "../engine/module";
import { type Tables, WEIGHT_BYTES } from "../engine/tables";
import { NO_ENGINE } from "./engine";

const FILES = import.meta.glob<string>(["../../../src/genial/wasm/modules/*.{wasm,json,weights}", "!**/*-entries.json", "!**/manifest.json"], { query: "?url", import: "default", eager: true });
const ADDRESSES = new Map(Object.entries(FILES).map(([path, address]) => [path.slice(path.lastIndexOf("/") + 1), address]));

/** The code of a game and what Python says of it. */
export interface EngineFiles { readonly code: WebAssembly.Module; readonly tables: Tables }

const games = new Map<string, Promise<EngineFiles>>();
const weights = new Map<string, Promise<Uint8Array>>();

async function fetchFile(name: string): Promise<Response> {
  const address = ADDRESSES.get(name);
  if (address === undefined) throw new Error(`there is no ${name}`);
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response;
}

async function compile(response: Response): Promise<WebAssembly.Module> {
  const isDeclared = response.headers.get("content-type") === "application/wasm"; // some static hosts do not know the type
  return isDeclared ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/** Keep what was loaded; what could not be loaded may be tried again. */
function once<T>(known: Map<string, Promise<T>>, name: string, load: () => Promise<T>): Promise<T> {
  let loading = known.get(name);
  if (loading === undefined) {
    loading = load().catch((error: unknown) => {
      known.delete(name);
      throw new Refusal(NO_ENGINE, `the engine cannot be loaded: ${String(error)}`);
    });
    known.set(name, loading);
  }
  return loading;
}

/** Is there an engine for a game of this name? */
export const hasGame = (game: string): boolean => ADDRESSES.has(`${fileName(game)}.wasm`);

const fileName = (game: string): string => game.replaceAll("-", "_");

/** Load the engine of a game; raises Refusal if it is missing or broken, or cannot run here. */
export function loadEngine(game: string): Promise<EngineFiles> {
  return once(games, game, async () => {
    const [code, tables] = await Promise.all([
      fetchFile(`${fileName(game)}.wasm`).then(compile),
      fetchFile(`${fileName(game)}.json`).then((response) => response.json() as Promise<Tables>),
    ]);
    return { code, tables };
  });
}

/** Load learnt weights of a game by their name. */
export function loadWeights(game: string, name: string, count: number): Promise<Uint8Array> {
  return once(weights, `${fileName(game)}-${name}`, async () => {
    const planes = new Uint8Array(await (await fetchFile(`${fileName(game)}-${name}.weights`)).arrayBuffer());
    if (planes.length !== count * WEIGHT_BYTES) throw new Error("the weights are not complete");
    return unpackWeights(planes);
  });
}
