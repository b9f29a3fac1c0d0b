import { moduleIds } from '@second-read/analyses/manifests';
import type { OrganizationSettings } from '@second-read/contract/settings';
import type { AnalysisId } from '@second-read/core/analysis/manifest';
import { hasRight } from '@second-read/core/roles/rights';
import type { Executor } from '../../../context.ts';
import type { Caller } from '../../../http/caller.ts';
import { settingsOf } from '../../settings/index.ts';
import { choicesOf, opinionsOfReports } from './opinions.repository.ts';

/** A report as far as it is to be hidden. */
export interface HidableReport {
  readonly id: string;
  readonly module: AnalysisId;
  /** Signed, amended or withdrawn: there is nothing left to decide. */
  readonly isFinal: boolean;
}

export type Reader = Pick<Caller, 'userId' | 'organisationId' | 'role' | 'isDemo'>;

/**
 * Of these reports, those whose result the caller does not see yet (decision 033): of a module that is read
 * first until they give an opinion; of one that is read twice until they do, or two others did. Who reviews
 * nothing is not biased by a result.
 */
export async function hiddenResults(
  db: Executor,
  caller: Reader,
  reports: readonly HidableReport[],
): Promise<ReadonlySet<string>> {
  const none: ReadonlySet<string> = new Set();
  if (!hasRight(caller, 'review') || reports.length === 0) return none;
  const { settings } = await settingsOf(db, caller.organisationId);
  const rule = await rulesFor(db, caller.userId, settings);
  const open = reports.filter(({ module, isFinal }) => !isFinal && rule(module) !== 'shown');
  if (open.length === 0) return none;
  const given = await opinionsOfReports(
    db,
    open.map(({ id }) => id),
  );
  const isHidden = ({ id, module }: HidableReport) => {
    const own = given.filter(({ reportId }) => reportId === id);
    if (own.some(({ userId }) => userId === caller.userId)) return false;
    return rule(module) === 'twice' ? own.length < 2 : true;
  };
  return new Set(open.filter(isHidden).map(({ id }) => id));
}

type Rule = 'shown' | 'first' | 'twice';

async function rulesFor(
  db: Executor,
  userId: string,
  settings: OrganizationSettings,
): Promise<(module: AnalysisId) => Rule> {
  const isOpen = Object.values(settings.read_first).includes('optional');
  const chosen = isOpen ? await choicesOf(db, userId) : [];
  return (module) => {
    if (settings.double_reading[module] === true) return 'twice';
    const mode = settings.read_first[module] ?? 'off';
    if (mode === 'optional') return chosen.includes(module) ? 'first' : 'shown';
    return mode === 'always' ? 'first' : 'shown';
  };
}

/** Modules whose results are hidden from the caller at first: until an opinion, or until two of others'. */
export interface HiddenModules {
  readonly first: readonly AnalysisId[];
  readonly twice: readonly AnalysisId[];
}

/** @returns no modules for callers that review nothing */
export async function hiddenModules(db: Executor, caller: Reader): Promise<HiddenModules> {
  if (!hasRight(caller, 'review')) return { first: [], twice: [] };
  const { settings } = await settingsOf(db, caller.organisationId);
  const rule = await rulesFor(db, caller.userId, settings);
  const of = (wanted: Rule) => moduleIds.filter((module) => rule(module) === wanted);
  return { first: of('first'), twice: of('twice') };
}

/** Whether new results of a module are hidden from the caller at first. */
export async function readsFirst(db: Executor, caller: Reader, module: AnalysisId): Promise<boolean> {
  if (!hasRight(caller, 'review')) return false;
  const { settings } = await settingsOf(db, caller.organisationId);
  return (await rulesFor(db, caller.userId, settings))(module) !== 'shown';
}
