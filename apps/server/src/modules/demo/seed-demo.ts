import { randomBytes } from 'node:crypto';
import type { AppContext } from '../../context.ts';
import { ensureAccount, ensureOrganisation, giveRole } from '../accounts/index.ts';
import { analyseSample } from '../analyses/index.ts';
import { recordAudit } from '../audit/index.ts';
import { sampleReports } from './sample-reports.ts';

/** The sandbox's organisation and its public account. Safe at every start; nothing outside demo mode. */
export async function ensureDemoAccount(context: AppContext): Promise<void> {
  const { demoAccount } = context.config;
  if (!demoAccount) return;
  const organisationId = await ensureDemoOrganisation(context);
  const id = await ensureAccount({ ...demoAccount, fullName: 'Demo Reader', organisationId }, context);
  // Who started it on their own computer tries all of it; what strangers share stays a sandbox.
  await giveRole(id, context.config.publicDemo ? 'auditor' : 'administrator', context);
}

/**
 * Fills the sandbox with sample reports that the engines really make, one after the other. Safe to run at
 * every start; what is there stays.
 */
export async function seedDemo(context: AppContext): Promise<void> {
  if (!context.config.demoAccount) return;
  const organisationId = await ensureDemoOrganisation(context);
  const userId = await ensureSampleReader(organisationId, context);
  await makeSampleReports({ organisationId, userId }, context);
}

function ensureDemoOrganisation(context: AppContext): Promise<string> {
  const { db, now } = context;
  return db.transaction(async (tx) => {
    const { id, isNew } = await ensureOrganisation(
      { name: 'Demo Organisation', isDemo: true },
      { db: tx, now },
    );
    const event = { action: 'organisation.created', from: null, subjectId: id } as const;
    if (isNew) await recordAudit(tx, { ...event, by: { userId: null, organisationId: id } }, context);
    return id;
  });
}

/** Owns the samples, so that they are charged to no account; its password is not kept. */
function ensureSampleReader(organisationId: string, context: AppContext): Promise<string> {
  const account = { username: 'samples', email: 'samples@secondread.example', fullName: 'Sample Reader' };
  const password = randomBytes(32).toString('base64url');
  return ensureAccount({ ...account, password, organisationId }, context);
}

async function makeSampleReports(
  owner: { organisationId: string; userId: string },
  context: AppContext,
): Promise<void> {
  for (const sample of sampleReports()) {
    if (context.pool.ending) return;
    const { state, errorCode } = await analyseSample(sample, owner, context);
    if (state !== 'completed') {
      context.log.warn({ sample: sample.key, state, errorCode }, 'a sample report could not be made');
    }
  }
}
