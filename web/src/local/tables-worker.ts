// The worker that holds the tables of this browser.

import { Refusal } from "../api/refusal";
import { NO_ENGINE } from "./engine";
import type { Call, FromWorker } from "./messages";
import { LocalTables } from "./tables";

const post = (message: FromWorker): void => postMessage(message);
const tables = new LocalTables(post);

async function answer({ id, name, argument }: Call): Promise<void> {
  try {
    const call = tables[name].bind(tables) as (argument: Call["argument"]) => unknown; // the page sends what belongs to the name
    post({ type: "answer", id, answer: await call(argument) });
  } catch (error) {
    const { code, message: sentence, facts } = error instanceof Refusal ? error : new Refusal(NO_ENGINE, String(error));
    post({ type: "refusal", id, refused: { code, sentence, facts } });
  }
}

addEventListener("message", ({ data }: MessageEvent<Call>) => void answer(data));
