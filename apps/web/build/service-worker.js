/**
 * The application's shell without a network: its page, scripts and styles, and nothing else. Answers of the
 * API, pictures, patient data and the sign-in page are never kept (decision 036). The build puts the names of
 * the files in place of the two words below.
 */
const version = '__VERSION__';
const files = new Set(__FILES__);
/** The page is the same for every screen; kept under the address of one that shows no data of its own. */
const page = '/dashboard';
const cacheName = `shell-${version}`;
/** So long a slow network may take before the kept page is shown. */
const patienceMs = 6_000;
/** Addresses that are never answered without the server. */
const neverKept = /^\/(api|media|login|verify)(\/|$)|^\/$/;

self.addEventListener('install', (event) => {
  const requests = [page, ...files].map(
    (url) => new Request(url, { cache: freshness(url), credentials: 'omit' }),
  );
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(requests)));
});

/** What is named by its content may come from the browser's cache: most of it was loaded a moment ago. */
function freshness(url) {
  return url.startsWith('/assets/') ? 'default' : 'reload';
}

self.addEventListener('activate', (event) => {
  event.waitUntil(removeOlder().then(() => self.clients.claim()));
});

/** The user has been asked: the new version takes over. */
self.addEventListener('message', (event) => {
  if (event.data === 'take-over') self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (files.has(pathname)) event.respondWith(keptOr(pathname, request));
  else if (request.mode === 'navigate' && !neverKept.test(pathname)) event.respondWith(pageOf(request));
});

async function removeOlder() {
  const names = await caches.keys();
  const older = names.filter((name) => name.startsWith('shell-') && name !== cacheName);
  await Promise.all(older.map((name) => caches.delete(name)));
}

async function keptOr(pathname, request) {
  const kept = await caches.match(pathname, { cacheName });
  return kept ?? fetch(request);
}

/** The server's page; the kept one where the network is lost, or too slow. */
async function pageOf(request) {
  const given = fetch(request);
  const late = new Promise((resolve) => setTimeout(resolve, patienceMs));
  const first = await Promise.race([given, late]).catch(() => undefined);
  if (first) return first;
  return (await caches.match(page, { cacheName })) ?? given;
}
