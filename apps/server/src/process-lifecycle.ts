import type { Logger } from 'pino';
import { ConfigurationError } from './config/environment.ts';
import { FolderInUseError } from './platform/database/embedded/ownership.ts';
import { errorText } from './platform/log/loggable-error.ts';

/** A running process: what it logs to, and how it is drained. */
export interface Running {
  readonly log: Logger;
  /** Finishes what runs, within its own limits, and closes everything. */
  stop(): Promise<void>;
}

export interface Lifecycle {
  /** Ends the process: something it needs is gone. */
  readonly onFatal: (error: Error) => void;
  /** Aborted when no caller waits for what still runs, or the grace is over. */
  readonly forceShutdown: AbortController;
}

/** Beyond every grace: then the process ends as it is, and the next start recovers. */
const emergencyMs = 60_000;
/** npm passes Ctrl-C on to a process that the terminal has told already: that is one wish, not two. */
const sameWishMs = 1_000;

/**
 * Runs a process until SIGINT or SIGTERM, then drains it and exits 0. Anything uncaught is
 * logged, the rest is closed, and the process exits 1. A second signal ends what still runs.
 */
export async function runProcess(start: (lifecycle: Lifecycle) => Promise<Running>): Promise<void> {
  const forceShutdown = new AbortController();
  let running: Running | undefined;
  let isEnding = false;
  let askedAt = 0;

  async function end(code: number): Promise<void> {
    if (isEnding) return;
    isEnding = true;
    setTimeout(() => process.exit(1), emergencyMs).unref();
    try {
      // Told to end while it starts: what is half-open is opened, then closed.
      running = await starting;
      await running.stop();
    } catch (error) {
      running?.log.error({ err: error }, 'could not be stopped cleanly');
      process.exit(1);
    }
    process.exit(code);
  }

  function fail(error: unknown): void {
    if (running) running.log.fatal({ err: error }, 'ended by an uncaught error');
    else console.error(explain(error));
    void end(1);
  }

  function askedToEnd(): void {
    if (isEnding && Date.now() - askedAt > sameWishMs) forceShutdown.abort();
    if (!isEnding) askedAt = Date.now();
    void end(0);
  }

  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, askedToEnd);
  const starting = start({ onFatal: fail, forceShutdown });
  try {
    running = await starting;
  } catch (error) {
    console.error(explain(error));
    process.exit(1);
  }
}

/** What the person at the terminal can act on is said in one line; a bug keeps its stack. */
export function explain(error: unknown): string {
  if (error instanceof ConfigurationError || error instanceof FolderInUseError) return error.message;
  if (!(error instanceof Error)) return errorText(error);
  if (isDiskFull(error)) return 'The disk is full. Make room on the disk of DATA_DIR, then start again.';
  if ('code' in error && error.code === 'EADDRINUSE') {
    return `${error.message}. Another program uses this port; set PORT to a free one.`;
  }
  if ('code' in error && (error.code === 'EACCES' || error.code === 'EPERM')) {
    return `${error.message}. This user may not write there; set DATA_DIR to another folder.`;
  }
  return errorText(error);
}

/** Also where the embedded database says so in its log, or an error wraps another. */
function isDiskFull(error: Error): boolean {
  const code = 'code' in error ? error.code : undefined;
  if (code === 'ENOSPC' || code === 'EDQUOT' || /No space left on device/.test(error.message)) return true;
  return error.cause instanceof Error && isDiskFull(error.cause);
}
