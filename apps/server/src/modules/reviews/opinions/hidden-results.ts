import { moduleIds } from '@second-read/analyses/manifests';
import type { OrganizationSettings } from '@second-read/contract/settings';
import type { AnalysisId } from '@second-read/core/analysis/manifest';
import { hasRight } from '@second-read/core/roles/rights';
import type { Caller } from '../../../calls/caller.ts';
import type { Executor } from '../../../context.ts';
import { settingsOf } from '../../settings/index.ts';
import { choicesOf, choosersOf, opinionsOfReports } from './opinions.repository.ts';

/** A report as far as it is to be hidden. */
export interface HidableReport {
  readonly id: string;
  readonly module: AnalysisId;
  /** Signed, amended or withdrawn: there is nothing left to decide. */
  readonly isFinal: boolean;
  readonly createdAt: Date;
}

export type Reader = Pick<Caller, 'userId' | 'organisationId' | 'role' | 'isDemo'>;

/**
 * Of these reports, those whose result the caller does not see yet (decision 033): of a module that is read
 * first until they give an opinion; of one that is read twice until they do, or two others did. Who reviews
 * nothing is not biased by a result. What was there before a module became one to read first, for all or by
 * a reader's choice, may have been seen: those results stay shown, and an opinion about them would not be
 * blind.
 */
export async function hiddenResults(
  db: Executor,
  caller: Reader,
  reports: readonly HidableReport[],
): Promise<ReadonlySet<string>> {
  const none: ReadonlySet<string> = new Set();
  if (!hasRight(caller, 'review') || reports.length === 0) return none;
  const rule = await rulesFor(db, caller);
  const isOpen = ({ module, isFinal, createdAt }: HidableReport) => {
    const { is, since } = rule(module);
    return !isFinal && is !== 'shown' && (since === undefined || createdAt >= since);
  };
  const open = reports.filter(isOpen);
  if (open.length === 0) return none;
  const given = await opinionsOfReports(
    db,
    open.map(({ id }) => id),
  );
  const isHidden = ({ id, module }: HidableReport) => {
    const own = given.filter(({ reportId }) => reportId === id);
    if (own.some(({ userId }) => userId === caller.userId)) return false;
    return rule(module).is === 'twice' ? own.length < 2 : true;
  };
  return new Set(open.filter(isHidden).map(({ id }) => id));
}

interface Rule {
  readonly is: 'shown' | 'first' | 'twice';
  /** Of reports made from then on; absent: of all. */
  readonly since?: Date;
}

async function rulesFor(
  db: Executor,
  { userId, organisationId }: Reader,
): Promise<(module: AnalysisId) => Rule> {
  const { settings, readFirstSince, choosableSince } = await settingsOf(db, organisationId);
  const isAny = Object.values(settings.read_first).some((mode) => mode !== 'off');
  const chosen = isAny ? await choicesOf(db, userId) : [];
  const chosenSince = (module: AnalysisId) => {
    const choice = chosen.find((each) => each.module === module)?.createdAt;
    return choice && new Date(Math.max(choice.getTime(), Date.parse(choosableSince[module] ?? '') || 0));
  };
  return (module) => {
    if (settings.double_reading[module] === true) return { is: 'twice' };
    const mode = settings.read_first[module] ?? 'off';
    if (mode === 'off') return { is: 'shown' };
    const chose = chosenSince(module);
    if (mode === 'optional') return chose ? { is: 'first', since: chose } : { is: 'shown' };
    const since = readFirstSince[module];
    if (since === undefined) return { is: 'first' };
    return { is: 'first', since: new Date(Math.min(Date.parse(since), chose?.getTime() ?? Infinity)) };
  };
}

/** Modules whose results are hidden from the caller at first: until an opinion, or until two of others'. */
export interface HiddenModules {
  readonly first: readonly AnalysisId[];
  readonly twice: readonly AnalysisId[];
  /** Of some of `first`: reports made before are not hidden. */
  readonly since: readonly { readonly module: AnalysisId; readonly at: Date }[];
}

/** @returns no modules for callers that review nothing */
export async function hiddenModules(db: Executor, caller: Reader): Promise<HiddenModules> {
  if (!hasRight(caller, 'review')) return { first: [], twice: [], since: [] };
  const rule = await rulesFor(db, caller);
  const of = (wanted: Rule['is']) => moduleIds.filter((module) => rule(module).is === wanted);
  const since = moduleIds.flatMap((module) => {
    const at = rule(module).since;
    return at ? [{ module, at }] : [];
  });
  return { first: of('first'), twice: of('twice'), since };
}

/** From which accounts a new result of a module is hidden at first. */
export function hiddenFrom(module: AnalysisId, settings: OrganizationSettings): 'all' | 'some' | 'none' {
  const mode = settings.read_first[module] ?? 'off';
  if (settings.double_reading[module] === true || mode === 'always') return 'all';
  return mode === 'off' ? 'none' : 'some';
}

/** Of these accounts, those. */
export async function blindReaders(
  db: Executor,
  { module, settings }: { readonly module: AnalysisId; readonly settings: OrganizationSettings },
  readers: readonly string[],
): Promise<readonly string[]> {
  const from = hiddenFrom(module, settings);
  if (from === 'some') return choosersOf(db, module, readers);
  return from === 'all' ? readers : [];
}

/** Whether new results of a module are hidden from the caller at first. */
export async function readsFirst(db: Executor, caller: Reader, module: AnalysisId): Promise<boolean> {
  if (!hasRight(caller, 'review')) return false;
  return (await rulesFor(db, caller))(module).is !== 'shown';
}
