// Requests to the server over HTTP.

import type { Fact, Refused } from "./wire";

/** A refusal by the server or the network: a stable code and one sentence. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    sentence: string,
    readonly facts: Record<string, Fact> = {},
  ) {
    super(sentence);
  }
}

async function ask<T>(method: string, path: string, body?: object): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Refusal("offline", "there is no connection");
  }
  const text = await answer.text();
  const isJson = answer.headers.get("content-type")?.includes("json") ?? false;
  const content: unknown = isJson && text ? JSON.parse(text) : text;
  if (!answer.ok) {
    const said = content as Partial<Refused>;
    throw new Refusal(said.code ?? "broken", said.sentence ?? answer.statusText, said.facts);
  }
  return content as T;
}

export const get = <T>(path: string): Promise<T> => ask<T>("GET", path);
export const post = <T>(path: string, body: object = {}): Promise<T> => ask<T>("POST", path, body);
export const put = <T>(path: string, body: object): Promise<T> => ask<T>("PUT", path, body);
export const patch = <T>(path: string, body: object): Promise<T> => ask<T>("PATCH", path, body);
export const remove = <T>(path: string, body?: object): Promise<T> => ask<T>("DELETE", path, body);
