import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../../calls/caller.ts';
import { Problem } from '../../../calls/problem.ts';
import type { AppContext } from '../../../context.ts';
import type { WorkOwner } from '../../../platform/compute/compute.ts';
import { type ExpectedBody, receiveUpload, type Upload } from './receive-upload.ts';

/**
 * Of one process, at a time: uploads, and the bytes that they say they have, in the largest uploads there may
 * be.
 */
const maxPerAccount = { uploads: 128, largest: 32 };
const maxPerOrganisation = { uploads: 512, largest: 64 };
const retryAfterSeconds = 5;

interface Share {
  uploads: number;
  bytes: number;
}

const shares = new Map<string, Share>();

/**
 * Counts an upload until the function that it returns is called. Throws `too_many_requests` where there are
 * too many.
 */
export function admitUpload(
  { userId, organisationId }: WorkOwner,
  request: FastifyRequest,
  { config }: Pick<AppContext, 'config'>,
): () => void {
  const { uploadBytes } = config.limits;
  const bytes = Number(request.headers['content-length'] ?? uploadBytes);
  const limits = [
    [userId, maxPerAccount],
    [organisationId, maxPerOrganisation],
  ] as const;
  for (const [who, { uploads, largest }] of limits) {
    const share = shares.get(who);
    if (share && (share.uploads >= uploads || share.bytes + bytes > largest * uploadBytes)) throw tooMany();
  }
  for (const [who] of limits) add(who, 1, bytes);
  let isCounted = true;
  return () => {
    if (isCounted) for (const [who] of limits) add(who, -1, -bytes);
    isCounted = false;
  };
}

/**
 * Receives an upload and gives it to `use`. Nothing of it is left, on disk or in memory, when this returns.
 * @throws Problem `analysis_cancelled` where the caller has gone meanwhile
 */
export async function withUpload<T>(
  request: FastifyRequest,
  { by, signal, expected }: UploadWork,
  context: Pick<AppContext, 'config' | 'traces'>,
  use: (upload: Upload) => Promise<T>,
): Promise<T> {
  const leave = admitUpload(by, request, context);
  try {
    const upload = await context.traces.span('receive upload', () =>
      receiveUpload(request, context, expected),
    );
    try {
      if (signal.aborted) throw new Problem('analysis_cancelled', 'The analysis was canceled.');
      return await use(upload);
    } finally {
      await upload.discard();
    }
  } finally {
    leave();
  }
}

interface UploadWork {
  readonly by: Caller;
  /** Aborts when the caller is gone. */
  readonly signal: AbortSignal;
  readonly expected: ExpectedBody;
}

function add(who: string, uploads: number, bytes: number): void {
  const share = shares.get(who) ?? { uploads: 0, bytes: 0 };
  const next = { uploads: share.uploads + uploads, bytes: share.bytes + bytes };
  if (next.uploads === 0) shares.delete(who);
  else shares.set(who, next);
}

function tooMany(): Problem {
  const message = 'Too many of your uploads are under way. Please wait for them and try again.';
  return new Problem('too_many_requests', message, { retryAfterSeconds });
}
