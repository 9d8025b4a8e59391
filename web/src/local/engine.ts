// Can the engine run in this browser? If not, the server plays.

/** Refusals with this code: the engine is missing or broken, or cannot run here. */
export const NO_ENGINE = "no-engine";

export const hasEngine = (): boolean => typeof WebAssembly === "object" && typeof Worker === "function";
