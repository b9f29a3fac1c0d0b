import { manifestOf, moduleIds } from '@second-read/analyses/manifests';
import type { ChangedSettings, OrganizationSettings } from '@second-read/contract/settings';
import type { AnalysisId } from '@second-read/core/analysis/manifest';
import type { Caller } from '../../calls/caller.ts';
import type { AppContext } from '../../context.ts';
import { countMadeBefore } from '../analyses/index.ts';
import { countOpen, countOverdue } from '../reviews/index.ts';
import { settingsOf } from '../settings/index.ts';

const dayMs = 86_400_000;

interface Change {
  readonly before: OrganizationSettings;
  readonly after: OrganizationSettings;
  readonly organisationId: string;
}

type Effects = (change: Change, context: AppContext) => Promise<string[]>;

/** What changes where the settings are saved, in sentences with counts of now; empty where nothing does. */
export async function effectsOf(
  settings: ChangedSettings,
  { organisationId }: Pick<Caller, 'organisationId'>,
  context: AppContext,
): Promise<string[]> {
  const { settings: before } = await settingsOf(context.db, organisationId);
  const change = { before, after: { ...before, ...settings }, organisationId };
  const found = await Promise.all([retention, targets, modules, reading].map((of) => of(change, context)));
  return found.flat();
}

const retention: Effects = async ({ before, after, organisationId }, { db, now }) => {
  const { retention_days: days } = after;
  if (days === before.retention_days) return [];
  if (days === null) return ['No report is erased any more.'];
  const limit = new Date(now().getTime() - days * dayMs);
  const reports = await countMadeBefore(db, { before: limit, organisationId });
  const day = limit.toISOString().slice(0, 10);
  return [`${counted(reports, 'report')} made before ${day} ${are(reports)} erased within a day.`];
};

const targets: Effects = async ({ before, after, organisationId }, { db, now }) => {
  if (JSON.stringify(before.target_minutes) === JSON.stringify(after.target_minutes)) return [];
  const of = (which: OrganizationSettings) =>
    countOverdue(db, { organisationId }, which.target_minutes, now());
  const [was, next] = [await of(before), await of(after)];
  return [`${counted(next, 'waiting report')} ${are(next)} overdue, ${was} at present.`];
};

const modules: Effects = ({ before, after, organisationId }, { db }) =>
  eachModule(async (id, title) => {
    const [was, next] = [before.modules_off[id], after.modules_off[id]];
    if (was && !next) return [`${title} takes new images again.`];
    if (was || !next) return [];
    const open = await countOpen(db, { organisationId, module: id });
    const waiting = open === 1 ? 'that waits stays' : 'that wait stay';
    return [`${title} takes no new images. ${counted(open, 'report')} ${waiting} on the worklist.`];
  });

const reading: Effects = ({ before, after, organisationId }, { db }) =>
  eachModule(async (id, title) => {
    const [was, next] = [before.read_first[id] ?? 'off', after.read_first[id] ?? 'off'];
    const twice = after.double_reading[id] === true;
    const isTwiceNew = twice !== (before.double_reading[id] === true);
    const open = isTwiceNew && twice ? await countOpen(db, { organisationId, module: id }) : 0;
    return [
      ...(next === was ? [] : [`${title}: ${firstWords[next]}`]),
      ...(isTwiceNew
        ? [`${title}: ${twice ? `two readers each; ${counted(open, 'report')} waiting now.` : 'one reader.'}`]
        : []),
    ];
  });

const firstWords = {
  off: 'results are shown at once.',
  optional: 'each reader chooses whether results are hidden at first.',
  always: 'results of new reports are hidden until an opinion is given; notifications wait as well.',
} as const;

async function eachModule(of: (id: AnalysisId, title: string) => Promise<string[]>): Promise<string[]> {
  return (await Promise.all(moduleIds.map((id) => of(id, manifestOf(id).historyLabel)))).flat();
}

const counted = (n: number, what: string) => `${n} ${what}${n === 1 ? '' : 's'}`;
const are = (n: number) => (n === 1 ? 'is' : 'are');
