import type { FastifyRequest } from 'fastify';
import { type Caller, callerOf, clientOf } from '../../calls/caller.ts';
import { Problem } from '../../calls/problem.ts';
import { ConfigurationError } from '../../config/environment.ts';
import type { AppContext } from '../../context.ts';
import type { PacsSettings } from '../../platform/pacs/pacs.ts';
import { type Pacs, PacsFailure, pacsReasons } from '../../platform/pacs/pacs.ts';
import { areSeveralOrganisations } from '../accounts/index.ts';
import { recordAudit } from '../audit/index.ts';

/**
 * Whether the caller's organisation may use the configured archive: the configured one, else the only one.
 * Queried each time, since a second organisation may be created while the process runs.
 */
export async function mayUsePacs(
  { organisationName }: Pick<Caller, 'organisationName'>,
  { config, db }: Pick<AppContext, 'config' | 'db'>,
): Promise<boolean> {
  if (config.pacs === null) return false;
  if (config.pacs.organisation !== null) return config.pacs.organisation === organisationName;
  return !(await areSeveralOrganisations(db));
}

/** Throws `ConfigurationError` if several organisations exist and none is configured as the owner. */
export async function requirePacsOwner({ config, db }: Pick<AppContext, 'config' | 'db'>): Promise<void> {
  if (config.pacs === null || config.pacs.organisation !== null) return;
  if (!(await areSeveralOrganisations(db))) return;
  throw new ConfigurationError(
    'PACS_DICOMWEB_URL would open the PACS to every organisation of this installation: set PACS_ORGANISATION to the name of the one that may use it.',
  );
}

/**
 * The archive, for its organisation. Throws `not_found` without one, `forbidden` for another organisation.
 */
export async function requirePacs(
  request: FastifyRequest,
  context: AppContext,
): Promise<{ pacs: Pacs; settings: PacsSettings; caller: Caller }> {
  const caller = callerOf(request);
  const { pacs, config } = context;
  if (!pacs || !config.pacs) throw new Problem('not_found', 'No PACS is configured.');
  if (await mayUsePacs(caller, context)) return { pacs, settings: config.pacs, caller };
  const event = { action: 'pacs.denied', outcome: 'failure', by: caller, from: clientOf(request) } as const;
  await recordAudit(context.db, event, context);
  throw new Problem('forbidden', 'Your organization does not use the PACS of this installation.');
}

/** Maps an archive failure to a reply; other errors pass through. */
export function asProblem(error: unknown): unknown {
  if (!(error instanceof PacsFailure)) return error;
  const { message } = pacsReasons[error.reason];
  return new Problem(error.reason === 'not_found' ? 'not_found' : 'pacs_failed', message, { cause: error });
}
