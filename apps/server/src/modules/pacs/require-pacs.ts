import type { FastifyRequest } from 'fastify';
import type { PacsSettings } from '../../config/pacs-settings.ts';
import type { AppContext } from '../../context.ts';
import { type Caller, callerOf, originOf } from '../../http/caller.ts';
import { Problem } from '../../http/problem.ts';
import { type Pacs, PacsFailure, pacsReasons } from '../../platform/pacs/pacs.ts';
import { recordAudit } from '../audit/index.ts';

/** Whether the caller's organisation may use the configured archive. */
export function mayUsePacs(
  { organisationName }: Pick<Caller, 'organisationName'>,
  pacs: PacsSettings | null,
): boolean {
  return pacs !== null && (pacs.organisation === null || pacs.organisation === organisationName);
}

/** The archive, for whom it is there. Throws `not_found` without one, `forbidden` for another organisation. */
export async function requirePacs(
  request: FastifyRequest,
  context: AppContext,
): Promise<{ pacs: Pacs; settings: PacsSettings; caller: Caller }> {
  const caller = callerOf(request);
  const { pacs, config } = context;
  if (!pacs || !config.pacs) throw new Problem('not_found', 'No PACS is configured.');
  if (mayUsePacs(caller, config.pacs)) return { pacs, settings: config.pacs, caller };
  const event = { action: 'pacs.denied', outcome: 'failure', by: caller, from: originOf(request) } as const;
  await recordAudit(context.db, event, context);
  throw new Problem('forbidden', 'Your organisation does not use the PACS of this installation.');
}

/** What a failure of the archive means to the caller; anything else stays what it is. */
export function asProblem(error: unknown): unknown {
  if (!(error instanceof PacsFailure)) return error;
  const { message } = pacsReasons[error.reason];
  return new Problem(error.reason === 'not_found' ? 'not_found' : 'pacs_failed', message, { cause: error });
}
