import type { ErrorCode } from '@second-read/contract/errors';

/** An expected refusal, thrown by handlers; `errors.ts` turns it into the reply. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ErrorCode;
  readonly retryAfterSeconds: number | undefined;

  /** `message` is for people and must not contain anything they may not see. */
  constructor(
    code: ErrorCode,
    message: string,
    options: { cause?: unknown; retryAfterSeconds?: number } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

export const notFound = (what: string): Problem => new Problem('not_found', `${what} not found.`);
