import type { OpinionReply } from '@second-read/contract/opinions';
import { compareOpinions } from '@second-read/core/review/opinion/compare-opinions';
import { opinionOf } from '@second-read/core/review/opinion/opinion';
import type { Caller } from '../../../calls/caller.ts';
import type { AppContext } from '../../../context.ts';
import { type MachineReport, reviewableOf, reviewModuleOf } from '../project.ts';
import { personsOf } from '../reviews.repository.ts';
import { opinionsOfReports } from './opinions.repository.ts';
import { secondReading } from './second-reading.ts';

/** What the caller said, and beside it what others and the machine say where the caller may see it. */
export async function presentOpinion(
  report: MachineReport,
  { caller, isHidden }: { readonly caller: Caller; readonly isHidden: boolean },
  { db }: Pick<AppContext, 'db'>,
): Promise<OpinionReply> {
  const { fields } = reviewModuleOf(report);
  const rows = await opinionsOfReports(db, [report.id]);
  const mine = rows.find(({ userId }) => userId === caller.userId)?.opinion ?? null;
  const machine = () => opinionOf(reviewableOf(report), fields);
  const double = await secondReading(db, report, rows);
  const ids = isHidden ? [] : (double?.rows.map(({ userId }) => userId) ?? []);
  const personOf = await personsOf(db, ids);
  return {
    report_id: report.id,
    is_hidden: isHidden,
    review: fields,
    mine,
    with_machine: mine === null || isHidden ? null : compareOpinions(mine, machine(), fields),
    double_reading: double && {
      state: isHidden ? 'waiting' : double.state,
      given: double.rows.length,
      readers: ids.map(personOf),
      compared: isHidden ? null : double.compared,
    },
  };
}
