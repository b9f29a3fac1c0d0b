import { type ErrorCode, errorReply, errorStatus } from '@second-read/contract/errors';
import type { z } from 'zod';
import { ApiError, apiMessages } from './errors.ts';

/**
 * Turns a status and a body into a parsed value.
 * @throws ApiError with the words of the specification for every other outcome.
 */
export function readReply<T>(status: number, body: string, schema: z.ZodType<T>): T {
  if (status >= 400) throw errorOf(status, body);
  if (status < 200 || status > 299) {
    throw new ApiError({ code: 'unknown_error', message: apiMessages.status(status), status });
  }
  const nothing = schema.safeParse(null);
  if (status === 204 && nothing.success) return nothing.data;
  if (body.trim() === '') throw new ApiError({ code: 'empty_response', message: apiMessages.empty, status });
  const parsed = schema.safeParse(parseJson(body));
  if (parsed.success) return parsed.data;
  throw new ApiError({ code: 'invalid_response', message: apiMessages.invalid, status });
}

/**
 * Without a message of the server, such as a proxy's page, "Server error occurred" (specification, §8).
 */
function errorOf(status: number, body: string): ApiError {
  const reply = errorReply.partial().safeParse(parseJson(body));
  const { error = '', code = '' } = reply.success ? reply.data : {};
  return new ApiError({
    code: isErrorCode(code) ? code : 'unknown_error',
    message: error || apiMessages.serverError,
    status,
    serverMessage: error || null,
  });
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorStatus, code);
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
