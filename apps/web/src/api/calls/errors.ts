import type { ErrorCode } from '@second-read/contract/errors';

/** The server's codes, and client-side failures. */
export type ApiErrorCode =
  | ErrorCode
  | 'no_response'
  | 'empty_response'
  | 'invalid_response'
  | 'unknown_error';

/** The texts of the specification, §8. */
export const apiMessages = {
  noResponse: 'No response from server. Please check your connection.',
  empty: 'Empty response from server',
  invalid: 'Invalid response format from server',
  serverError: 'Server error occurred',
  status: (status: number) => `Server error: ${status}`,
} as const;

interface ApiErrorFacts {
  readonly code: ApiErrorCode;
  readonly message: string;
  /** HTTP status; null where no reply came. */
  readonly status: number | null;
  /** The `error` field of the reply; null if absent. */
  readonly serverMessage?: string | null;
}

/** A failed call. `message` is always fit for display. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  readonly status: number | null;
  readonly serverMessage: string | null;

  constructor(facts: ApiErrorFacts) {
    super(facts.message);
    this.name = 'ApiError';
    this.code = facts.code;
    this.status = facts.status;
    this.serverMessage = facts.serverMessage ?? null;
  }
}

/** No reply at all: the network, the server, or a proxy in between. */
export function noResponse(): ApiError {
  return new ApiError({ code: 'no_response', message: apiMessages.noResponse, status: null });
}

/** Whether a call ended because its caller cancelled it: no error message. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
