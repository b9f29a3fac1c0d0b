import { isDeepStrictEqual } from 'node:util';
import { compareOpinions } from '@second-read/core/review/opinion/compare-opinions';
import {
  isAbnormal,
  type Opinion,
  opinionOf,
  opinionRefusal,
} from '@second-read/core/review/opinion/opinion';
import { Problem } from '../../../calls/problem.ts';
import { requireRight } from '../../../calls/require-right.ts';
import type { AppContext } from '../../../context.ts';
import { recordAudit } from '../../audit/index.ts';
import type { Actor } from '../hold.ts';
import { type MachineReport, reviewableOf, reviewModuleOf } from '../project.ts';
import { versionsOf } from '../reviews.repository.ts';
import { standingOf } from '../version-state.ts';
import { noteOpinion } from '../worklist.repository.ts';
import { hiddenResults } from './hidden-results.ts';
import { insertOpinion, opinionsOfReports } from './opinions.repository.ts';

/**
 * Keeps what a reader says without sight of the result, and how it compares. Said twice alike it is kept
 * once. @throws Problem `change_refused`, `review_state`
 */
export async function giveOpinion(
  report: MachineReport,
  opinion: Opinion,
  actor: Actor,
  context: AppContext,
): Promise<void> {
  const { caller, from } = actor;
  requireRight(caller, 'review');
  const { fields } = reviewModuleOf(report);
  const refusal = opinionRefusal(opinion, { fields, picture: report.study });
  if (refusal !== null) throw new Problem('change_refused', refusal);
  const machine = opinionOf(reviewableOf(report), fields);
  const { agrees } = compareOpinions(opinion, machine, fields);
  await context.db.transaction(async (tx) => {
    const given = (await opinionsOfReports(tx, [report.id])).find(({ userId }) => userId === caller.userId);
    if (given && isDeepStrictEqual(given.opinion, opinion)) return;
    if (given) throw new Problem('review_state', 'You gave your opinion already; it stays as you gave it.');
    const { inForce } = standingOf(await versionsOf(tx, report.id), context.now());
    const isFinal = inForce !== undefined && inForce.state !== 'draft';
    const hidden = await hiddenResults(tx, caller, [{ ...report, isFinal }]);
    if (!hidden.has(report.id))
      throw new Problem(
        'review_state',
        'The result is not hidden from you: an opinion would not be your own.',
      );
    const { id: reportId, organisationId, module } = report;
    const row = { reportId, organisationId, module, userId: caller.userId, opinion };
    const said = { isAbnormal: isAbnormal(opinion), machineIsAbnormal: isAbnormal(machine), agrees };
    if (!(await insertOpinion(tx, { ...row, ...said, createdAt: context.now() }))) return;
    await noteOpinion(tx, reportId);
    const event = { action: 'review.opinion_given', by: caller, from, subjectId: reportId } as const;
    await recordAudit(tx, { ...event, details: said }, context);
  });
}
