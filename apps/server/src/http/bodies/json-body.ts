import type { FastifyInstance } from 'fastify';
import { Problem } from '../../calls/problem.ts';

/** Escapes of surrogates, which alone make a text that no UTF-8 and no database can hold. */
const surrogate = /\\u[dD][89a-fA-F]/;

/** With the flag `u` a whole pair is one character, and only half of one is a surrogate. */
const lone = /\p{Surrogate}/u;

/**
 * As Fastify parses JSON, but for texts with half of a surrogate pair: they are refused before anything is
 * done.
 */
export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    parse(request, body, (error, value) => {
      if (error) return done(error);
      if (surrogate.test(body) && !isWellFormed(value))
        return done(new Problem('invalid_request', 'The request contains a character that cannot be used.'));
      done(null, value);
    });
  });
}

/** All texts of a value, and the names of its fields. */
function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return !lone.test(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, each]) => !lone.test(name) && isWellFormed(each));
}
