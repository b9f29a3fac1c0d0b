import type { AppContext } from '../../context.ts';
import { type StudyLine, studyLines } from '../reports/index.ts';

/** Which reports are in which DICOM study, of one organization. */
export interface OrganisationStudies {
  /** Newest first. */
  all(): readonly StudyLine[];
  of(studyUid: string): StudyLine[];
  /** A report that is no longer stored. */
  forget(id: string): void;
}

/** A report may be committed this long after the time it bears. */
const overlapMs = 60_000;
/** A study that is known is not looked up again within this time: viewers fetch its frames one by one. */
const freshMs = 1_000;
/** Organizations whose studies are kept in memory: those asked for last. */
const mostKept = 50;

interface Kept {
  readonly lines: Map<string, StudyLine>;
  readonly byStudy: Map<string, Set<string>>;
  /** Newest first; made when it is asked for, and again once a line came or went. */
  sorted: readonly StudyLine[] | undefined;
  upTo: Date;
  refreshedAt: number;
  refreshing: Promise<void> | undefined;
}

/**
 * Study UIDs are sealed with the patient, so the database cannot look them up. They are opened once a process
 * and organization, page by page, and afterwards only those of new reports.
 */
export function studyIndex(
  context: AppContext,
): (organisationId: string, known?: string) => Promise<OrganisationStudies> {
  const kept = new Map<string, Kept>();
  return async (organisationId, known) => {
    const one = kept.get(organisationId) ?? empty();
    // Moved to the end: what was used last is dropped last.
    kept.delete(organisationId);
    kept.set(organisationId, one);
    if (kept.size > mostKept) kept.delete(kept.keys().next().value ?? '');
    const isFresh = context.now().getTime() - one.refreshedAt < freshMs;
    if (!isFresh || known === undefined || !one.byStudy.has(known)) {
      one.refreshing ??= refresh(one, organisationId, context).finally(() => {
        one.refreshing = undefined;
      });
      await one.refreshing;
    }
    return {
      all: () => {
        one.sorted ??= [...one.lines.values()].toSorted(newestFirst);
        return one.sorted;
      },
      of: (studyUid) =>
        [...(one.byStudy.get(studyUid) ?? [])].flatMap((id) => one.lines.get(id) ?? []).toSorted(newestFirst),
      forget: (id) => forget(one, id),
    };
  };
}

function empty(): Kept {
  const times = { upTo: new Date(0), refreshedAt: 0 };
  return { lines: new Map(), byStudy: new Map(), sorted: undefined, refreshing: undefined, ...times };
}

function newestFirst(a: StudyLine, b: StudyLine): number {
  return b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1);
}

async function refresh(one: Kept, organisationId: string, context: AppContext): Promise<void> {
  const begunAt = context.now().getTime();
  const after = new Date(Math.max(0, one.upTo.getTime() - overlapMs));
  const isKnown = (id: string) => one.lines.has(id);
  for await (const page of studyLines(organisationId, { after, isKnown }, context))
    for (const line of page) {
      one.sorted = undefined;
      one.lines.set(line.id, line);
      const ids = one.byStudy.get(line.studyUid) ?? new Set();
      one.byStudy.set(line.studyUid, ids.add(line.id));
      if (line.createdAt > one.upTo) one.upTo = line.createdAt;
    }
  one.refreshedAt = begunAt;
}

function forget(one: Kept, id: string): void {
  const line = one.lines.get(id);
  if (!line) return;
  one.lines.delete(id);
  one.sorted = undefined;
  const ids = one.byStudy.get(line.studyUid);
  ids?.delete(id);
  if (ids?.size === 0) one.byStudy.delete(line.studyUid);
}
