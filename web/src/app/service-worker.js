// The service worker: the client starts without a network. The build fills in VERSION and SHELL.
//
// No browser gets stuck with an old client: pages come from the network whenever there is one, and
// files are named by their content. Answers of the API are never cached.

const VERSION = "VERSION";
const SHELL = ["SHELL"];
const ROOT = new URL(self.registration.scope).pathname; // the page is there; a site without a server can lie under any path
const CACHES = ROOT === "/" ? "genial-" : `site ${ROOT} `; // several sites may share an origin
const CACHE = CACHES + VERSION;
const TIMEOUT = 4000; // milliseconds to wait for a page before the cached one is shown

/** Addresses that the server answers, not the client. */
const SERVER_PATHS = /^\/(api|health|metrics|docs|imprint|privacy|plain|pictures|embed|sheet)(\/|$)/;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(SHELL.map((path) => new Request(ROOT + path.slice(1), { cache: "no-cache" })))));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      const names = await caches.keys();
      await Promise.all(names.filter((name) => name.startsWith(CACHES) && name !== CACHE).map((name) => caches.delete(name)));
      await self.clients.claim();
    })(),
  );
});

// A new version waits until the user asks for it, so that nothing changes in the middle of a game.
self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || (ROOT === "/" && SERVER_PATHS.test(url.pathname))) return;
  if (request.mode === "navigate") event.respondWith(loadPage(request));
  else if (url.pathname.startsWith(`${ROOT}assets/`)) event.respondWith(loadAsset(request));
  else event.respondWith(fetch(request).catch(() => loadCached(request)));
});

/** Answer with the page from the network, or with the cached shell if offline or if the server is down. */
async function loadPage(request) {
  const shell = await caches.match(ROOT, { cacheName: CACHE, ignoreVary: true });
  const fetched = fetch(request).then((answer) => (answer.status >= 500 && shell ? shell : answer));
  if (!shell) return fetched;
  const timeout = new Promise((resolve) => setTimeout(() => resolve(shell), TIMEOUT));
  return Promise.race([fetched.catch(() => shell), timeout]);
}

/** Answer from the cache first: a file named by its content never changes. */
async function loadAsset(request) {
  const cached = await caches.match(request, { ignoreVary: true });
  if (cached) return cached;
  const answer = await fetch(request);
  if (answer.ok) (await caches.open(CACHE)).put(request, answer.clone());
  return answer;
}

async function loadCached(request) {
  return (await caches.match(request, { ignoreVary: true })) ?? Response.error();
}

// --- push notifications

/** The texts that the page has cached, in the user's language. */
async function loadTexts() {
  const cached = await caches.match("/words", { cacheName: "words" });
  return cached ? cached.json() : { turn: "Genial", games: {}, language: "" };
}

self.addEventListener("push", (event) => {
  let notice = {};
  try {
    notice = event.data?.json() ?? {};
  } catch {
    // Not from this version of the server; browsers require a notification all the same.
  }
  const path = typeof notice.table === "string" ? `/table/${encodeURIComponent(notice.table)}` : "/";
  event.waitUntil(
    loadTexts().then(({ turn, games, language }) =>
      self.registration.showNotification(turn, {
        body: games[notice.game] ?? "",
        icon: "/icons/icon-192.png",
        tag: path, // a later turn at the same table replaces this notification
        lang: language,
        data: { path },
      }),
    ),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { path } = event.notification.data ?? { path: "/" };
  event.waitUntil(
    (async () => {
      const pages = await self.clients.matchAll({ type: "window" });
      const open = pages.find((page) => new URL(page.url).pathname === path);
      if (open) return open.focus();
      return self.clients.openWindow(path);
    })(),
  );
});
