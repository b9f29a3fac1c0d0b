import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Role } from '@second-read/core/roles/rights';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { Problem } from './problem.ts';

/** The Fastify instance as routes see it: requests and replies typed by their zod schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** The caller: read from the database for this request, not from the token. */
export interface Caller {
  readonly userId: string;
  readonly organisationId: string;
  readonly sessionId: string;
  readonly username: string;
  readonly email: string;
  readonly fullName: string;
  readonly organisationName: string;
  readonly isDemo: boolean;
  readonly role: Role;
  /** The key it came with in place of a session; the session ID is empty then. */
  readonly readKeyId?: string;
}

/** Address and client; for the audit trail. */
export interface ClientInfo {
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly requestId: string | null;
}

/** A route as it was registered. */
export interface RegisteredRoute {
  readonly method: string;
  readonly url: string;
  readonly isPublic: boolean;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Everything that the server answers but the pages of the API's description. */
    registeredRoutes: readonly RegisteredRoute[];
  }
  interface FastifyRequest {
    caller: Caller | null;
  }
  interface FastifyContextConfig {
    /** Routes are for signed-in callers unless they say otherwise. */
    access?: 'public';
    /** The parts of a multipart body, which the route reads itself. */
    body?: z.ZodObject;
  }
}

/** The signed-in caller. Only for routes that are not public. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new Problem('not_signed_in', 'Please sign in.');
  return request.caller;
}

export function clientOf(request: FastifyRequest): ClientInfo {
  const agent = request.headers['user-agent'];
  return { address: request.ip, userAgent: agent?.slice(0, 300) ?? null, requestId: String(request.id) };
}
