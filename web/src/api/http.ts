// Requests to the server over HTTP; those about tables of this browser go to its worker.

import { localRequest } from "../local/address";
import { answerWithoutServer, isSite } from "../app/site";
import { loadOtherPages } from "../i18n/languages";
import { settings } from "../stores/settings.svelte";
import { Refusal } from "./refusal";
import type { Refused } from "./wire";

export { Refusal };

async function request<T>(method: string, path: string, body?: object): Promise<T> {
  const local = localRequest(path, body);
  if (local === null) return requestFromServer<T>(method, path, body);
  const { localClient } = await import("../local/client.svelte");
  return (await localClient.request({ ...local, method, body })) as T;
}

async function requestFromServer<T>(method: string, path: string, body?: object): Promise<T> {
  if (isSite) {
    await loadOtherPages(settings.language); // they say why
    return (await answerWithoutServer(method, path)) as T;
  }
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Refusal("offline", "there is no connection");
  }
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json") ?? false;
  const content: unknown = isJson && text ? JSON.parse(text) : text;
  if (!response.ok) {
    const refused = content as Partial<Refused>;
    await loadOtherPages(settings.language); // they say why
    throw new Refusal(refused.code ?? "broken", refused.sentence ?? response.statusText, refused.facts);
  }
  return content as T;
}

export const get = <T>(path: string): Promise<T> => request<T>("GET", path);
export const post = <T>(path: string, body: object = {}): Promise<T> => request<T>("POST", path, body);
export const put = <T>(path: string, body: object): Promise<T> => request<T>("PUT", path, body);
export const patch = <T>(path: string, body: object): Promise<T> => request<T>("PATCH", path, body);
export const remove = <T>(path: string, body?: object): Promise<T> => request<T>("DELETE", path, body);
