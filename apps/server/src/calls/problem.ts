import type { ErrorCode, ErrorReply } from '@second-read/contract/errors';

/** An expected refusal, thrown by handlers; `errors.ts` turns it into the reply. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ErrorCode;
  readonly retryAfterSeconds: number | undefined;
  /** What the caller has to look at first. */
  readonly current: unknown;
  /** Whom files name. */
  readonly patients: ErrorReply['patients'];

  /** `message` is for people and must not contain anything they may not see. */
  constructor(
    code: ErrorCode,
    message: string,
    options: {
      cause?: unknown;
      retryAfterSeconds?: number;
      current?: unknown;
      patients?: ErrorReply['patients'];
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.current = options.current;
    this.patients = options.patients;
  }
}

export const notFound = (what: string): Problem => new Problem('not_found', `${what} not found.`);
