// Client-side routing: the address decides which page is shown.

import { adaptLinks, addressOf, pathOf, queryOf } from "./site";

/** Decode a part of an address; leave it as it is if it is malformed. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

class Router {
  path = $state(pathOf(new URL(location.href)));
  query = $state.raw(queryOf(new URL(location.href)));

  constructor() {
    adaptLinks();
    addEventListener("popstate", () => this.#read());
    document.addEventListener("click", (event) => this.#follow(event));
  }

  /** The parts of the path: ["table", "x7…"]. */
  get parts(): string[] {
    return this.path.split("/").filter((part) => part !== "").map(decode);
  }

  go(path: string, { replace = false } = {}): void {
    history[replace ? "replaceState" : "pushState"](null, "", addressOf(path));
    this.#read();
    scrollTo(0, 0);
  }

  #read(): void {
    const url = new URL(location.href);
    [this.path, this.query] = [pathOf(url), queryOf(url)];
  }

  /** Follow links within the site without loading a new page. */
  #follow(event: MouseEvent): void {
    const link = (event.target as Element | null)?.closest("a");
    const isPlainClick = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (!link || !isPlainClick || event.defaultPrevented || link.target || link.download) return;
    const target = new URL(link.href);
    const path = pathOf(target);
    const isForeign = target.origin !== location.origin || /^\/(api|health|metrics|docs|imprint|privacy|plain|pictures|embed|sheet)(\/|$)/.test(path);
    if (isForeign || link.getAttribute("href")?.startsWith("#")) return;
    event.preventDefault();
    const query = queryOf(target).toString();
    this.go(path + (query === "" ? "" : `?${query}`));
  }
}

export const router = new Router();
