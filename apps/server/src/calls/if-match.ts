import type { FastifyRequest } from 'fastify';
import { Problem } from './problem.ts';

/** The entity tag that the caller saw, without its quotes. @throws Problem `precondition_required` */
export function entityTagOf(request: FastifyRequest): string {
  const tag = request.headers['if-match'];
  if (tag === undefined || tag === '')
    throw new Problem('precondition_required', 'Send the entity tag that you saw as If-Match.');
  return tag.replace(/^W\//, '').replace(/^"(.*)"$/, '$1');
}
