// A site without a server: a folder of files, written by `genial site`, under any path of any host.
//
// Any host can serve its one page, and none needs to know its addresses: they are in the query, as in
// `…/?/table/local-x`. Requests that need a server are refused.

import { Refusal } from "../api/refusal";
import type { GameInfo } from "../api/wire";

/** Is there no server, only files? */
export const isSite = globalThis.document?.querySelector('meta[name="genial-site"]') != null;

const FACTS = "games.json"; // beside the page; `genial site` writes what the server would answer

/** The path of a page, as the server would have it, from its address in the browser. */
export function pathOf(url: URL): string {
  if (!isSite) return url.pathname;
  return url.search.startsWith("?/") ? url.search.slice(1).split("&")[0]! : "/";
}

/** The query of a page from its address in the browser. */
export function queryOf(url: URL): URLSearchParams {
  return new URLSearchParams(isSite ? url.search.replace(/^\?\/[^&]*/, "") : url.search);
}

/** The address in the browser of a page: its path with query and fragment, as the server would have it. */
export function addressOf(page: string): string {
  if (!isSite) return page;
  const [, path = "", query = "", fragment = ""] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/.exec(page) ?? [];
  const asked = path === "/" && query === "" ? "" : `?${path}${query === "" ? "" : `&${query}`}`;
  return `${location.origin}${location.pathname}${asked}${fragment}`;
}

/** The address of a file that lies beside the page and keeps its name. */
export const fileAddress = (name: string): string => (isSite ? name : `/${name}`);

/** Let links lead to their pages wherever the site lies, also when they are copied or opened in another tab. */
export function adaptLinks(): void {
  if (!isSite) return;
  const adapt = (event: Event): void => {
    const link = (event.target as Element | null)?.closest?.("a[href^='/']");
    if (link) link.setAttribute("href", addressOf(link.getAttribute("href")!));
  };
  for (const kind of ["pointerover", "pointerdown", "focusin", "click", "keydown"]) document.addEventListener(kind, adapt, true);
}

/** Answer what a server would be asked; raises Refusal for all that needs one. */
export async function answerWithoutServer(method: string, path: string): Promise<unknown> {
  if (method === "GET" && path === "/api/games") return loadGames();
  if (method === "GET" && path === "/api/me") return null;
  throw new Refusal("no-server", "This needs a server, and this site has none.");
}

async function loadGames(): Promise<GameInfo[]> {
  const response = await fetch(FACTS).catch(() => null);
  if (!response?.ok) throw new Refusal("offline", "there is no connection");
  return (await response.json()) as GameInfo[];
}
