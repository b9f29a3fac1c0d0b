import { writeFileSync } from 'node:fs';
import { type AdminContext, organisationIds } from '../modules/accounts/index.ts';
import { type TrailJudgement, verifyTrail, writeHeadRecord } from '../modules/audit/index.ts';
import type { AdminCall, AdminCommand } from './command.ts';
import { headsIn, headsInPath, type KeptHeads } from './kept-heads.ts';

const shown = 20;

export const auditCommands: ReadonlyMap<string, AdminCommand> = new Map<string, AdminCommand>([
  [
    'audit verify',
    {
      usage: 'audit verify --against <file or folder> --save <file>',
      explanation:
        'reads the whole audit trail and reports altered, removed, inserted, moved and truncated entries, and missing keys; exits 1 on any. Compares with the chain heads in AUDIT_HEADS_URL or --against; --save writes the current ones. Without either, a rollback of the whole database is not detected',
      options: ['against?', 'save?'],
      worksWithoutKeys: true,
      run: async (call, context) => {
        const kept = await keptHeads(call, context);
        const judgement = await verifyTrail(context, {
          kept: kept?.heads,
          organisationIds: await organisationIds(context.db),
        });
        const isWhole = tell(call.say, judgement, kept);
        if (call.options.save && isWhole) {
          const record = writeHeadRecord(judgement.heads, context.now(), context.config.keys);
          writeFileSync(call.options.save, record, { mode: 0o600 });
        }
        return isWhole ? 0 : 1;
      },
    },
  ],
]);

/** Undefined where nothing is kept anywhere. */
async function keptHeads(
  { options }: AdminCall,
  { config: { keys, auditHeads }, openOffHost }: Pick<AdminContext, 'config' | 'openOffHost'>,
): Promise<KeptHeads | undefined> {
  if (options.against) return headsInPath(options.against, keys, openOffHost);
  return auditHeads ? headsIn(openOffHost(auditHeads.place), keys) : undefined;
}

/** Says what was found; whether all of it is as it should be. */
function tell(
  say: AdminCall['say'],
  { heads, entries, unchained, problems, missingKeys }: TrailJudgement,
  kept: KeptHeads | undefined,
): boolean {
  const faults = kept?.faults ?? [];
  const lines = [...faults, ...problems.map(({ chain, sequence, what }) => `${chain} ${sequence}: ${what}`)];
  for (const line of lines.slice(0, shown)) say(line);
  if (lines.length > shown) say(`… and ${lines.length - shown} more`);
  for (const [key, seals] of missingKeys) {
    say(
      `${seals} seals were made under the data key ${key}, which is not in DATA_KEYS: they cannot be verified`,
    );
  }
  if (unchained > 0) say(`${unchained} entries predate the chains and are not protected`);
  if (kept) say(`compared with ${kept.records} off-host records`);
  else say('not compared with off-host records: set AUDIT_HEADS_URL, or give --against');
  const state =
    lines.length > 0
      ? 'tampered with'
      : missingKeys.size > 0
        ? 'not verified, since a key is missing'
        : 'whole';
  say(`${entries} entries in ${heads.length} chains: ${state}`);
  return state === 'whole';
}
