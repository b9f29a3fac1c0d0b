import { undoSignatureMinutes } from '@second-read/contract/reviews';
import type { Change, StoredChange } from '@second-read/core/review/change';
import { effectiveChanges } from '@second-read/core/review/undone';
import { Problem } from '../../calls/problem.ts';
import { requireRight } from '../../calls/require-right.ts';
import type { AppContext } from '../../context.ts';
import { uuidV7 } from '../../platform/ids/uuid-v7.ts';
import { recordAudit } from '../audit/index.ts';
import { keepChanges } from './change-review.ts';
import { type Actor, holdFor, stateProblem } from './hold.ts';
import { contentOf, type MachineReport, reviewedWith } from './project.ts';
import { changesOf, updateVersion, versionsOf, wasPushedSince } from './reviews.repository.ts';
import { standingOf } from './version-state.ts';
import { reopenItem, setHolder } from './worklist.repository.ts';

/**
 * Takes back a signature that the caller gave a moment ago: the version is being written again, as it was
 * before, and its verification code no longer verifies. @throws Problem `review_state`
 */
export async function undoSignature(report: MachineReport, actor: Actor, context: AppContext): Promise<void> {
  const { caller, from } = actor;
  requireRight(caller, 'sign');
  await context.db.transaction(async (tx) => {
    const now = context.now();
    const versions = await versionsOf(tx, report.id, 'lock');
    const { state, draft, inForce } = standingOf(versions, now);
    if (draft || inForce?.state !== 'signed' || inForce.signedAt === null) throw stateProblem(state);
    const isLate = now.getTime() - inForce.signedAt.getTime() > undoSignatureMinutes * 60_000;
    if (isLate || inForce.signedBy !== caller.userId)
      throw new Problem(
        'review_state',
        `Only its reader takes a signature back, within ${undoSignatureMinutes} minutes. Amend the report.`,
      );
    if (await wasPushedSince(tx, report.id, inForce.signedAt))
      throw new Problem('review_state', 'The signed report was sent to the PACS. Amend or withdraw it.');
    const hold = holdFor(actor, now);
    const unsigned = { ...inForce, revision: inForce.revision + 1 };
    await updateVersion(tx, inForce, {
      ...{ ...hold, state: 'draft', revision: unsigned.revision },
      ...{ content: null, signedBy: null, signedAt: null, verificationCode: null },
    });
    const stored = await changesOf(tx, versions, context.config.keys);
    const added = undoingAccepted(inForce.signedAt, stored.get(inForce.id) ?? [], now);
    const all = versions.flatMap(({ id }) =>
      effectiveChanges<Change>([...(stored.get(id) ?? []), ...(id === inForce.id ? added : [])]),
    );
    const content = contentOf(report, reviewedWith(report, all));
    if (added.length > 0) await keepChanges(tx, unsigned, { added, content }, actor, context, now);
    await reopenItem(tx, report.id, inForce.version);
    await setHolder(tx, inForce, hold);
    const event = { action: 'report.signature_undone', by: caller, from, subjectId: report.id } as const;
    await recordAudit(tx, { ...event, details: { version: inForce.version } }, context);
  });
}

/** What undoes the acceptance of the findings that were not decided: it was confirmed for this signature. */
function undoingAccepted(signedAt: Date, stored: readonly StoredChange[], now: Date): Change[] {
  return stored
    .filter(({ kind, at }) => kind === 'accept' && at === signedAt.toISOString())
    .map(({ id }) => ({ id: uuidV7(now), kind: 'undo', change: id }));
}
