import { compareOpinions } from '@second-read/core/review/opinion/compare-opinions';
import { hasRight } from '@second-read/core/roles/rights';
import type { Caller } from '../../../calls/caller.ts';
import { Problem } from '../../../calls/problem.ts';
import type { Executor } from '../../../context.ts';
import { settingsOf } from '../../settings/index.ts';
import { type MachineReport, reviewModuleOf } from '../project.ts';
import { type OpinionRow, opinionsOfReports } from './opinions.repository.ts';

interface SecondReading {
  readonly state: 'waiting' | 'agree' | 'differ';
  /** The first two; what others say later decides nothing. */
  readonly rows: readonly OpinionRow[];
  readonly compared: ReturnType<typeof compareOpinions> | null;
}

/** How far the two readings of a report are; null where its module is read once. */
export async function secondReading(
  db: Executor,
  report: MachineReport,
  given?: readonly OpinionRow[],
): Promise<SecondReading | null> {
  const { settings } = await settingsOf(db, report.organisationId);
  if (settings.double_reading[report.module] !== true) return null;
  const rows = (given ?? (await opinionsOfReports(db, [report.id]))).slice(0, 2);
  const [first, second] = rows;
  if (!first || !second) return { state: 'waiting', rows, compared: null };
  const compared = compareOpinions(first.opinion, second.opinion, reviewModuleOf(report).fields);
  return { state: compared.agrees ? 'agree' : 'differ', rows, compared };
}

/**
 * Agreement may be signed by whoever signs; where two readers differ a third decides, who may overrule.
 * @throws Problem `review_state`, `forbidden`
 */
export async function requireSecondReading(
  tx: Executor,
  report: MachineReport,
  caller: Caller,
): Promise<SecondReading['state'] | 'single'> {
  const reading = await secondReading(tx, report);
  if (reading === null) return 'single';
  const { state, rows } = reading;
  if (state === 'waiting')
    throw new Problem(
      'review_state',
      `Two readers give their opinion before this report is signed; ${rows.length} of 2 did.`,
    );
  const isThird = rows.every(({ userId }) => userId !== caller.userId);
  if (state === 'differ' && !(isThird && hasRight(caller, 'overrule')))
    throw new Problem('forbidden', 'The two opinions differ: a senior reader who gave neither decides.');
  return state;
}
