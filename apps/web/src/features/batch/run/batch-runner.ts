import type { BatchReply } from '@second-read/contract/batches';
import { getSession } from '../../../api/account/session.ts';
import { ApiError, isAbort } from '../../../api/calls/errors.ts';
import { Followers } from '../../../storage/followers.ts';
import { type BatchOrder, type BatchSlice, remaining } from './batch-order.ts';
import { cancelBatch, fetchBatch, hasEnded, sendSlice, startBatch } from './calls.ts';
import { pause } from './pause.ts';
import { isFinal, isOfOthers, troubleOf } from './refused-slice.ts';

/** What the panel shows. `trouble` says what sending waits for. */
export interface RunningBatch {
  /** Id of the user who began it: nobody else sees it, and nothing is sent in another name. */
  readonly owner: string | undefined;
  readonly title: string;
  readonly sent: number;
  readonly total: number;
  readonly isSending: boolean;
  readonly trouble: string | null;
  readonly reply: BatchReply | null;
  /** Why it could not be started at all. */
  readonly failure: string | null;
}

interface Timing {
  /** Between two looks at how far the server is. */
  readonly pollMs: number;
  /** Before a slice is sent again; doubled each time, up to `longestWaitMs`. */
  readonly waitMs: number;
  readonly longestWaitMs: number;
}

/** So many slices travel at once: enough to keep the line busy, few enough to leave room for other calls. */
const abreast = 3;
const usual: Timing = { pollMs: 2_000, waitMs: 1_000, longestWaitMs: 30_000 };

/** Followed by `useRunningBatch`. */
export const followers = new Followers();
interface Mine {
  state: RunningBatch;
  readonly abort: AbortController;
}

let current: Mine | null = null;

export function runningBatch(): RunningBatch | null {
  return current?.state ?? null;
}

/** Forgets a batch that has ended. */
export function forgetBatch(): void {
  current?.abort.abort();
  current = null;
  followers.tell();
}

/** Reads nothing more of the batch. */
export async function cancelRunningBatch(): Promise<void> {
  const mine = current;
  if (!mine) return;
  const id = mine.state.reply?.id;
  mine.abort.abort();
  change(mine, { isSending: false, trouble: null });
  if (id === undefined) return forgetBatch();
  try {
    change(mine, { reply: await cancelBatch(id) });
  } catch {
    change(mine, { trouble: 'The series could not be canceled. Please try again.' });
  }
}

/**
 * Sends a series slice by slice and follows its reading, whatever screen is shown. One at a time: a series
 * that is still being sent keeps its place.
 * @returns false where another one is being sent.
 */
export function runBatch(order: BatchOrder, timing: Timing = usual): boolean {
  if (current?.state.isSending) return false;
  const total = order.slices.length;
  const { title } = order.manifest;
  const sent = order.interrupted ? Math.max(0, order.interrupted.arrived.size - 1) : 0;
  const state = { ...blank(title), total, sent, isSending: true };
  const mine: Mine = { state, abort: new AbortController() };
  current = mine;
  followers.tell();
  window.addEventListener('beforeunload', warn);
  mine.abort.signal.addEventListener('abort', () => window.removeEventListener('beforeunload', warn));
  void run(mine, order, timing);
  return true;
}

/** Follows a batch that was sent before this page was loaded. */
export function followBatch(id: string, title: string, timing: Timing = usual): void {
  if (current) return;
  const mine: Mine = { state: blank(title), abort: new AbortController() };
  current = mine;
  void follow(mine, id, timing).catch(() => current === mine && forgetBatch());
}

function blank(title: string): RunningBatch {
  const owner = getSession().user?.id;
  return { owner, title, sent: 0, total: 0, isSending: false, trouble: null, reply: null, failure: null };
}

/** Once somebody else has signed in, nothing more is sent. */
function stopForOthers(mine: Mine): void {
  const { user } = getSession();
  if (user && user.id !== mine.state.owner) mine.abort.abort();
  mine.abort.signal.throwIfAborted();
}

async function run(mine: Mine, order: BatchOrder, timing: Timing): Promise<void> {
  const { signal } = mine.abort;
  try {
    const request = {
      patient_id: order.patientId.trim(),
      ...(order.isGenerated && { patient_id_generated: true }),
      ...(order.isConfirmed && { patient_id_confirmed: true }),
      slices: order.slices.length,
      ...(order.kind === 'exam' && { kind: order.kind, exam: order.statement }),
    };
    const reply = order.interrupted
      ? await fetchBatch(order.interrupted.id, signal)
      : await startBatch(order.manifest, request, signal);
    change(mine, { reply });
    await Promise.all([sendAll(mine, order, reply.id, timing), follow(mine, reply.id, timing)]);
  } catch (error) {
    if (isAbort(error)) return;
    if (isOfOthers(error)) void stopForPatient(mine);
    const failure = error instanceof ApiError ? error.message : 'The series could not be sent.';
    if (!(error instanceof ApiError)) console.error('The series could not be sent', error);
    change(mine, { failure, isSending: false });
  } finally {
    window.removeEventListener('beforeunload', warn);
  }
}

async function sendAll(mine: Mine, order: BatchOrder, batch: string, timing: Timing): Promise<void> {
  const places = remaining(order);
  // Frames of one file: the file goes with the first one alone, so that one must be there before the others.
  const [first] = places;
  const isProof = order.interrupted !== undefined && order.interrupted.arrived.size > 0;
  if ((isProof || order.slices[0]?.frame !== null) && first !== undefined) {
    await sendOne(mine, { order, batch, place: first, timing });
    places.shift();
  }
  const queue = places.values();
  const work = async () => {
    for (const place of queue) {
      if (mine.state.reply && hasEnded(mine.state.reply)) return;
      await sendOne(mine, { order, batch, place, timing });
    }
  };
  await Promise.all(Array.from({ length: abreast }, work));
  change(mine, { isSending: false, trouble: null });
}

interface Sending {
  readonly order: BatchOrder;
  readonly batch: string;
  /** From 0. */
  readonly place: number;
  readonly timing: Timing;
}

/** Tries until the server has the slice, or says that it will not have it. */
async function sendOne(mine: Mine, { order, batch, place, timing }: Sending): Promise<void> {
  const slice = order.slices[place];
  if (!slice) return;
  const { signal } = mine.abort;
  // A further frame travels without its file, until the server asks for it.
  let needsFile = slice.frame === null || mine.state.sent === 0;
  for (let waitMs = timing.waitMs; ; waitMs = Math.min(waitMs * 2, timing.longestWaitMs)) {
    stopForOthers(mine);
    try {
      const file = needsFile ? await readable(slice) : null;
      await sendSlice({
        manifest: order.manifest,
        batch,
        slice: place + 1,
        file,
        frame: slice.frame,
        masks: order.masks,
        signal,
      });
      change(mine, { sent: mine.state.sent + 1, trouble: null });
      return;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const isFrameWithoutFile = !needsFile && error.code === 'invalid_request';
      needsFile ||= isFrameWithoutFile;
      if (order.interrupted?.arrived.has(place + 1) && error.code === 'idempotency_conflict') {
        throw new ApiError({ ...error, message: otherSeries });
      }
      if (isOfOthers(error)) throw error;
      if (!isFrameWithoutFile && isFinal(error)) return endOfSlice(mine, error);
      if (isFrameWithoutFile) continue;
      change(mine, { trouble: troubleOf(error) });
      await pause(waitMs, signal);
    }
  }
}

/** What was announced cannot become a report: it gives its trial back. */
async function stopForPatient(mine: Mine): Promise<void> {
  const id = mine.state.reply?.id;
  mine.abort.abort();
  if (id === undefined) return;
  await cancelBatch(id).catch(() => undefined);
}

const otherSeries = 'These are not the slices of the interrupted series. Start them as a new series.';

/** A file that cannot be read here goes as an empty one: the server then counts the slice as failed. */
async function readable(slice: BatchSlice): Promise<File> {
  try {
    return await slice.file();
  } catch {
    return new File([], 'unreadable');
  }
}

function endOfSlice(mine: Mine, { code }: ApiError): void {
  if (code !== 'batch_stopped') change(mine, { sent: mine.state.sent + 1 });
}

async function follow(mine: Mine, id: string, timing: Timing): Promise<void> {
  const { signal } = mine.abort;
  for (;;) {
    await pause(timing.pollMs, signal);
    stopForOthers(mine);
    const reply = await fetchBatch(id, signal).catch((error: unknown) => {
      if (error instanceof ApiError && (error.status === null || error.status >= 500 || error.status === 429))
        return null;
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    });
    if (!reply) continue;
    change(mine, { reply });
    if (hasEnded(reply)) return;
  }
}

function change(mine: Mine, change: Partial<RunningBatch>): void {
  mine.state = { ...mine.state, ...change };
  if (current === mine) followers.tell();
}

/** What is not sent yet is lost with the page. */
function warn(event: BeforeUnloadEvent): void {
  if (current?.state.isSending) event.preventDefault();
}
