import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { App } from './caller.ts';

const checkEveryMs = 1_000;
/** A body slower than this over a whole window is not an upload but a way to hold a connection. */
const checksPerWindow = 6;
const minBytesPerWindow = 6 * 1024;

interface Watched {
  readonly socket: Socket;
  bytesAtWindowStart: number;
  /** Counted in checks, not by the clock: between two of them what has arrived is read, whatever held us up. */
  checksOfWindow: number;
}

/**
 * Ends connections whose request body trickles or stalls. Node's own request time-out limits the
 * whole upload, which on a slow line may rightly take minutes; this limits how slow.
 */
export function watchBodyPace(app: App): void {
  const open = new Map<IncomingMessage, Watched>();
  const timer = setInterval(() => endSlowOnes(open), checkEveryMs);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
  app.addHook('onRequest', async ({ raw }) => {
    if (!hasBody(raw)) return;
    open.set(raw, { socket: raw.socket, bytesAtWindowStart: raw.socket.bytesRead, checksOfWindow: 0 });
    for (const event of ['end', 'close'] as const) raw.once(event, () => open.delete(raw));
  });
}

function hasBody(request: IncomingMessage): boolean {
  return (
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
  );
}

function endSlowOnes(open: Map<IncomingMessage, Watched>): void {
  for (const [request, watched] of open) {
    if (request.complete) open.delete(request);
    watched.checksOfWindow += 1;
    // The first check may come at once.
    if (request.complete || watched.checksOfWindow <= checksPerWindow) continue;
    // Bytes that wait for us because the disk is slow are not the caller's fault.
    const isOurs = request.isPaused() || request.readableLength >= request.readableHighWaterMark;
    if (!isOurs && watched.socket.bytesRead - watched.bytesAtWindowStart < minBytesPerWindow) {
      open.delete(request);
      watched.socket.destroy();
      continue;
    }
    watched.bytesAtWindowStart = watched.socket.bytesRead;
    watched.checksOfWindow = 0;
  }
}
