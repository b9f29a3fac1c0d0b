/** So often a page that stays open asks for a new version. */
const askMs = 60 * 60_000;

/**
 * Registers the built service worker and tells of a version that waits for the one in use to be left. Without
 * one (development, plain HTTP, an old browser) the application works as before, online only.
 */
export function followUpdates(onWaiting: (waiting: ServiceWorker) => void): () => void {
  const workers = import.meta.env.PROD ? navigator.serviceWorker : undefined;
  if (!workers) return () => undefined;
  const run = new AbortController();
  let timer: ReturnType<typeof setInterval> | undefined;
  void workers
    .register('/sw.js', { updateViaCache: 'none' })
    .then((registration) => {
      if (run.signal.aborted) return;
      followRegistration(registration, workers, { onWaiting, signal: run.signal });
      timer = setInterval(() => void registration.update().catch(() => undefined), askMs);
    })
    // Offline, or refused by the browser: nothing is kept, nothing else changes.
    .catch(() => undefined);
  return () => {
    run.abort();
    clearInterval(timer);
  };
}

interface Follower {
  readonly onWaiting: (waiting: ServiceWorker) => void;
  readonly signal: AbortSignal;
}

/** The first version takes over by itself: there is no older one whose pages it could break. */
export function followRegistration(
  registration: ServiceWorkerRegistration,
  workers: Pick<ServiceWorkerContainer, 'controller'>,
  { onWaiting, signal }: Follower,
): void {
  const tell = () => {
    if (!signal.aborted && registration.waiting && workers.controller) onWaiting(registration.waiting);
  };
  const follow = () => registration.installing?.addEventListener('statechange', tell, { signal });
  registration.addEventListener('updatefound', follow, { signal });
  follow();
  tell();
}

/** The page is loaded anew once the new version is in charge. */
export function takeOver(waiting: Pick<ServiceWorker, 'postMessage'>): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  waiting.postMessage('take-over');
}
