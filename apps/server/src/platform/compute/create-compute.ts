import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import {
  MessageChannel,
  type MessagePort,
  type ResourceLimits,
  receiveMessageOnPort,
} from 'node:worker_threads';
import { Piscina } from 'piscina';
import { spoolKey } from '../spool/spool-key.ts';
import { CancelledError, createCancelFlag, raise, whenReleased } from './cancel-flag.ts';
import { restrictLoaders } from './codecs/restrict-loaders.ts';
import type { Compute, ReadOutcome, ReadTask, SliceRead, TimedStep } from './compute.ts';
import { createPreparation, type PreparationLimits } from './create-preparation.ts';
import { findModelsRoot } from './models-root.ts';
import type { PrepareThreadData, ThreadCall, ThreadData, ThreadMessage } from './thread-protocol.ts';

export interface ComputeOptions {
  /** 0 in a process that analyses nothing. */
  readonly threads: number;
  /** Folder of the modules with their `model/` folders. */
  readonly modelsRoot?: string;
  /** How long a cancelled analysis may take to yield before its thread is terminated. */
  readonly graceMs?: number;
  /** Heap of one thread. Pixels are outside of it, bounded by the decoder's limits. */
  readonly heapMb?: number;
  /** Called when a thread died between tasks; it is replaced. */
  readonly onError?: (error: Error) => void;
  /** Replaces the entry `compute-thread`. */
  readonly threadFile?: URL;
  readonly preparation?: PreparationOptions;
}

export interface PreparationOptions {
  /** At least two, so that no account has all of them. */
  readonly threads?: number;
  /** Whether one is started immediately and kept. */
  readonly isWarm?: boolean;
  readonly limits?: PreparationLimits;
  /** Replaces the entry `prepare-thread`. */
  readonly threadFile?: URL;
}

/** A pool of threads, started at once so that the first image finds them warm. */
export function createCompute(options: ComputeOptions): Compute {
  const { threads, graceMs = 500, heapMb = 1024, threadFile = besideThisFile('compute-thread') } = options;
  restrictLoaders();
  const closing = createCancelFlag();
  const threadData: ThreadData = {
    spoolKey: spoolKey(),
    modelsRoot: options.modelsRoot ?? findModelsRoot(),
    closing,
    ...(isSource(threadFile) ? { sourceFile: threadFile.href } : {}),
  };
  const pool = new Piscina({
    filename: entryOf(threadFile),
    name: 'read',
    minThreads: threads,
    maxThreads: Math.max(1, threads),
    concurrentTasksPerWorker: 1,
    atomics: 'disabled',
    workerData: threadData,
    resourceLimits: limitsOf(heapMb),
    recordTiming: false,
  });
  const onError = options.onError ?? ((error: Error) => process.emitWarning(error));
  pool.on('error', onError);
  const preparing = openPreparation(options.preparation, onError);
  return {
    threads,
    read: (task, readOptions = {}) => runInPool<ReadOutcome>(pool, 'read', task, { ...readOptions, graceMs }),
    readForExam: (task, readOptions = {}) =>
      runInPool<SliceRead>(pool, 'readForExam', task, { ...readOptions, graceMs }),
    joinExam: (task) => pool.run(task, { name: 'joinExam' }),
    ...preparing.preparation,
    close: async () => {
      raise(closing);
      await whenReleased(closing, longestHoldMs);
      await Promise.all([pool.destroy(), preparing.pool.destroy()]);
    },
  };
}

/**
 * A thread that cannot be terminated for longer is stuck: longer than any one network takes on a busy
 * machine.
 */
const longestHoldMs = 20_000;

/**
 * A thread that reaches its limit is stopped within the 16 MB that Node grants it to end in. One collection
 * of young objects fills up to a third of their space: by Node's own choice more than that, and V8 then ends
 * the process.
 */
function limitsOf(heapMb: number): ResourceLimits {
  return { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 36 };
}

/** The heap of a thread that prepares files; pixels are outside of it. */
const preparationHeapMb = 256;
/** Idle time after which a thread ends. */
const idleMs = 60_000;

function openPreparation(options: PreparationOptions = {}, onError: (error: Error) => void) {
  const threadFile = options.threadFile ?? besideThisFile('prepare-thread');
  const threads = Math.max(2, options.threads ?? Math.min(4, availableParallelism()));
  const workerData: PrepareThreadData = {
    spoolKey: spoolKey(),
    ...(isSource(threadFile) ? { sourceFile: threadFile.href } : {}),
  };
  const pool = new Piscina({
    filename: entryOf(threadFile),
    minThreads: options.isWarm ? 1 : 0,
    maxThreads: threads,
    idleTimeout: idleMs,
    concurrentTasksPerWorker: 1,
    atomics: 'disabled',
    workerData,
    resourceLimits: limitsOf(preparationHeapMb),
    recordTiming: false,
  });
  pool.on('error', onError);
  return { pool, preparation: createPreparation(pool, threads, options.limits) };
}

/** Source when it runs from source, another entry of the bundle otherwise. */
function besideThisFile(name: string): URL {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return new URL(`./${name}.${extension}`, import.meta.url);
}

function isSource({ pathname }: URL): boolean {
  return pathname.endsWith('.ts');
}

function entryOf(threadFile: URL): string {
  return fileURLToPath(
    isSource(threadFile) ? new URL('./thread-from-source.mjs', import.meta.url) : threadFile,
  );
}

interface PoolReadOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (step: string, fraction: number) => void;
  readonly onTimed?: (step: TimedStep) => void;
  readonly graceMs: number;
}

/**
 * A cancelled analysis rejects at once. The engine sees the flag between its steps; a thread that has not
 * yielded after the grace period is terminated and replaced.
 */
async function runInPool<T>(
  pool: Piscina,
  name: 'read' | 'readForExam',
  task: ReadTask,
  { signal, onProgress, onTimed, graceMs }: PoolReadOptions,
): Promise<T> {
  if (signal?.aborted) throw new CancelledError();
  const cancel = createCancelFlag();
  const { port1, port2 } = new MessageChannel();
  port1.unref();
  const hear = (message: ThreadMessage) => {
    if ('timed' in message) onTimed?.(message.timed);
    else onProgress?.(message.step, message.fraction);
  };
  if (onProgress !== undefined || onTimed !== undefined) {
    port1.on('message', hear);
    port1.unref();
  }
  const call: ThreadCall = { task, cancel, port: port2, wantsTimed: onTimed !== undefined };
  const killer = new AbortController();
  const running: Promise<T> = pool
    .run(call, { name, transferList: [port2], signal: killer.signal })
    .finally(() => {
      hearRest(port1, hear);
      port1.close();
    });
  if (signal === undefined) return running;
  return untilAborted(running, signal, () => {
    raise(cancel);
    const endIt = () => whenReleased(cancel, longestHoldMs).then(() => killer.abort());
    const timer = setTimeout(() => void endIt(), graceMs);
    running.catch(() => undefined).finally(() => clearTimeout(timer));
  });
}

/** The outcome may overtake earlier progress messages. */
function hearRest(port: MessagePort, hear: (message: ThreadMessage) => void): void {
  for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) hear(next.message);
}

function untilAborted<T>(running: Promise<T>, signal: AbortSignal, onAbort: () => void): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const abort = () => {
      onAbort();
      reject(new CancelledError());
    };
    signal.addEventListener('abort', abort, { once: true });
    running.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
