import type { Socket } from 'node:net';
import { type ErrorCode, type ErrorReply, errorStatus } from '@second-read/contract/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { Problem } from '../calls/problem.ts';
import { databaseErrorIn, loggableError } from '../platform/log/loggable-error.ts';

/** Writes all error replies: stable code, public message, logged cause. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendProblem(problemOf(error), request, reply));
}

export function sendProblem(problem: Problem, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = errorStatus[problem.code];
  if (hasDisconnected(problem, request)) request.log.info('the client disconnected while sending');
  else if (status >= 500) request.log.error({ err: loggableError(problem.cause ?? problem) }, problem.code);
  if (problem.retryAfterSeconds !== undefined)
    reply.header('retry-after', Math.ceil(problem.retryAfterSeconds));
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  // Drains the request, else a caller who is still sending never sees the reply.
  if (!request.raw.complete) request.raw.resume();
  const { current, patients } = problem;
  const body: ErrorReply = {
    error: problem.message,
    code: problem.code,
    ...(current !== undefined && { current }),
    ...(patients && { patients }),
  };
  // Serialized directly: a route's reply schema describes its success.
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body);
}

/** Node's own error for an aborted body; a broken connection of ours has another code. */
function hasDisconnected({ cause }: Problem, { raw }: FastifyRequest): boolean {
  const isAborted = cause instanceof Error && cause.message === 'aborted' && codeOf(cause) === 'ECONNRESET';
  return isAborted && raw.socket.destroyed;
}

/** Time for a reply to arrive before the connection closes. */
const lingerMs = 1_000;

/** Answers invalid HTTP, or headers that took too long, in the same format, and closes. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  // Without a finished TLS handshake no reply can be understood.
  if (!socket.writable || !/^(HPE|ERR_HTTP)_/.test(error.code ?? '')) {
    socket.destroy();
    return;
  }
  const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const code: ErrorCode = isLate ? 'request_timeout' : 'invalid_request';
  const message = isLate ? 'The request took too long to arrive.' : 'The request could not be understood.';
  const body = JSON.stringify({ error: message, code } satisfies ErrorReply);
  const head = `HTTP/1.1 ${errorStatus[code]} ${isLate ? 'Request Timeout' : 'Bad Request'}`;
  const headers = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close`;
  socket.end(`${head}\r\n${headers}\r\n\r\n${body}`);
  // Does not wait for the peer to close its half.
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

/** Maps an error to a reply. Anything unknown is an internal error without details. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    return new Problem('invalid_request', validationMessage(error.validation), { cause: error });
  }
  const code = codeOf(error);
  const mapped = fastifyProblems[code] ?? systemProblems[code];
  if (mapped) return new Problem(mapped[0], mapped[1], { cause: error });
  const sqlState = databaseErrorIn(error)?.code;
  if (sqlState !== undefined && notStorable.has(sqlState))
    return new Problem('invalid_request', 'The request contains a character that cannot be used.', {
      cause: error,
    });
  if (isUnavailable(sqlState)) return new Problem(...systemProblems.ECONNREFUSED, { cause: error });
  const status = statusOf(error);
  if (status === 429) return tooManyRequests(error);
  if (status >= 400 && status < 500) {
    return new Problem('invalid_request', 'The request could not be understood.', { cause: error });
  }
  return new Problem('internal_error', 'Something went wrong on the server. Please try again.', {
    cause: error,
  });
}

type MappedError = readonly [ErrorCode, string];

const tooLarge: MappedError = ['upload_too_large', 'The upload is too large.'];
const malformed: MappedError = [
  'invalid_request',
  'The upload could not be read: it is incomplete or malformed.',
];
const full: MappedError = ['storage_full', 'The server has no storage left. Please contact support.'];
const unavailable: MappedError = [
  'service_unavailable',
  'The service is not available at the moment. Please try again.',
];

const fastifyProblems: Readonly<Record<string, MappedError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: tooLarge,
  FST_REQ_FILE_TOO_LARGE: tooLarge,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'This content type is not supported.'],
  FST_INVALID_MULTIPART_CONTENT_TYPE: ['unsupported_media_type', 'Send the image as multipart/form-data.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['invalid_request', 'The request has no content.'],
  FST_ERR_CTP_INVALID_JSON_BODY: ['invalid_request', 'The request is not valid JSON.'],
  FST_PARTS_LIMIT: ['invalid_request', 'The upload has too many parts.'],
  FST_FILES_LIMIT: ['invalid_request', 'The upload has too many files.'],
  FST_FIELDS_LIMIT: ['invalid_request', 'The upload has too many fields.'],
  FST_PROTO_VIOLATION: malformed,
  FST_INVALID_JSON_FIELD_ERROR: malformed,
  FST_MP_PREMATURE_CLOSE: malformed,
  ABORT_ERR: malformed,
};

const systemProblems = {
  ENOSPC: full,
  EDQUOT: full,
  ECONNREFUSED: unavailable,
  ECONNRESET: unavailable,
  EPIPE: unavailable,
  ETIMEDOUT: unavailable,
} as const satisfies Readonly<Record<string, MappedError>> as Readonly<Record<string, MappedError>> & {
  readonly ECONNREFUSED: MappedError;
};

function codeOf(error: unknown): string {
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    if ('code' in each && typeof each.code === 'string') return each.code;
    if (/timeout exceeded when trying to connect|Connection terminated|is not queryable/.test(each.message))
      return 'ECONNRESET';
  }
  return '';
}

/** PostgreSQL's codes for a NUL character in text and in JSON. */
const notStorable = new Set(['22021', '22P05']);

/**
 * SQLSTATE classes 08 connection, 53 resources, 57P shutdown; 55000 where the database is closed to
 * everybody.
 */
function isUnavailable(sqlState: string | undefined): boolean {
  return sqlState !== undefined && /^(08|53|57P|55000)/.test(sqlState);
}

function statusOf(error: unknown): number {
  if (error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number')
    return error.statusCode;
  return 500;
}

function tooManyRequests(error: unknown): Problem {
  return new Problem('too_many_requests', 'Too many requests. Please wait a moment and try again.', {
    cause: error,
  });
}

function validationMessage(
  issues: readonly { instancePath: string; message?: string | undefined }[],
): string {
  const [first] = issues;
  const where = first?.instancePath.replace(/^\//, '').replaceAll('/', '.');
  const what = first?.message ?? 'not valid';
  return where ? `${where}: ${what}.` : `The request is not valid: ${what}.`;
}
