import { hasRight, type Right, rightWords } from '@second-read/core/roles/rights';
import type { FastifyRequest } from 'fastify';
import { type Caller, clientOf } from '../../calls/caller.ts';
import { Problem } from '../../calls/problem.ts';
import type { AppContext } from '../../context.ts';
import { recordAudit, recordTallied } from '../../modules/audit/index.ts';
import { accessOf } from './route-rights.ts';

/**
 * Whether the caller's role may call the route; a refusal is on record. @throws Problem `forbidden`, which
 * says what the account may not do
 */
export async function authorize(request: FastifyRequest, caller: Caller, context: AppContext): Promise<void> {
  const { method, url = '' } = request.routeOptions;
  const access = accessOf(String(method), url);
  if (access === undefined) {
    request.log.error({ method, url }, 'the table of rights does not have this route');
    throw new Problem('forbidden', 'This call is not open to any account.');
  }
  if (access === 'everybody' || access === 'signed_in' || hasRight(caller, access)) return;
  await recordRefusal(access, { by: caller, from: clientOf(request) }, context);
  throw new Problem('forbidden', `Your role does not let you ${rightWords[access]}.`);
}

/** Each attempt to see the trail by itself; others by the hour, since any screen may cause them. */
async function recordRefusal(
  right: Right,
  who: { readonly by: Caller; readonly from: ReturnType<typeof clientOf> },
  context: AppContext,
): Promise<void> {
  const event = { outcome: 'failure', ...who } as const;
  if (right === 'audit') await recordAudit(context.db, { action: 'audit.denied', ...event }, context);
  else await recordTallied({ action: 'access.denied', ...event, details: { right } }, context);
}
