import type { AgreementReply } from '@second-read/contract/opinions';
import type { AnalysisId } from '@second-read/core/analysis/manifest';
import { agreementOf } from '@second-read/core/review/opinion/agreement';
import type { Caller } from '../../../calls/caller.ts';
import { Problem } from '../../../calls/problem.ts';
import { requireRight } from '../../../calls/require-right.ts';
import type { AppContext } from '../../../context.ts';
import { settingsOf } from '../../settings/index.ts';
import { choicesOf, countOpinions, setChoice } from './opinions.repository.ts';

type Counted = Awaited<ReturnType<typeof countOpinions>>[number];

/** How often readers and machine agree, and where the caller may choose to read first. */
export async function presentAgreement(
  { organisationId, userId }: Caller,
  { db }: Pick<AppContext, 'db'>,
): Promise<AgreementReply> {
  const [all, own] = [
    await countOpinions(db, organisationId),
    await countOpinions(db, organisationId, userId),
  ];
  const { settings } = await settingsOf(db, organisationId);
  const chosen: readonly string[] = (await choicesOf(db, userId)).map(({ module }) => module);
  const open = Object.entries(settings.read_first).filter(([, mode]) => mode === 'optional');
  return {
    modules: [...all.map(lineOf('organization')), ...own.map(lineOf('caller'))],
    choices: open.map(([module]) => ({ module, is_on: chosen.includes(module) })),
  };
}

function lineOf(of: 'organization' | 'caller') {
  return ({ module, both, readerOnly, machineOnly, neither, same }: Counted) => {
    const counts = { both, firstOnly: readerOnly, secondOnly: machineOnly, neither };
    const { n, observed, kappa } = agreementOf(counts);
    const told = { both, reader_only: readerOnly, machine_only: machineOnly, neither, same };
    return { module, of, n, ...told, observed, kappa };
  };
}

/** @throws Problem `review_state` where the organization does not leave it to its readers */
export async function chooseReadFirst(
  { module, isOn }: { readonly module: AnalysisId; readonly isOn: boolean },
  caller: Caller,
  { db, now }: Pick<AppContext, 'db' | 'now'>,
): Promise<void> {
  requireRight(caller, 'review');
  const { settings } = await settingsOf(db, caller.organisationId);
  if (settings.read_first[module] !== 'optional')
    throw new Problem('review_state', 'Your organization decides this for all readers.');
  await setChoice(db, { userId: caller.userId, module, createdAt: now(), isOn });
}
