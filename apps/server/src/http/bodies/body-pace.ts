import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { App } from '../../calls/caller.ts';

const checkEveryMs = 1_000;
/** A body slower than this over a whole window is treated as an attack on connections. */
const checksPerWindow = 6;
const minBytesPerWindow = 6 * 1024;

interface Watched {
  readonly socket: Socket;
  bytesAtWindowStart: number;
  /**
   * Counted in checks, not in wall time: between two checks whatever has arrived is read, even if the process
   * was delayed.
   */
  checksOfWindow: number;
}

/**
 * Closes connections whose request body is too slow. Node's own request timeout limits the whole upload,
 * which may take minutes on a slow line; this limits the pace.
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
    // The first check may come immediately.
    if (request.complete || watched.checksOfWindow <= checksPerWindow) continue;
    // Backpressure of a slow disk is not the caller's fault.
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
