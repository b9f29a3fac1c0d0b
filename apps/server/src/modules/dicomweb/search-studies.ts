import { manifests } from '@second-read/analyses/manifests';
import { countedAtMost } from '@second-read/contract/reports';
import type { FastifyReply } from 'fastify';
import { type Caller, callerOf } from '../../calls/caller.ts';
import { requireOpen } from '../../calls/once-closed.ts';
import { scopeOf } from '../../calls/require-right.ts';
import type { AppContext } from '../../context.ts';
import type { JsonDataset } from '../../platform/compute/dicom-web/dicom-json.ts';
import { idsByPatient, type StudyLine } from '../reports/index.ts';
import { narrowed } from './attributes.ts';
import { describeStudy, mostOfOneStudy } from './describe-study.ts';
import { grouped } from './grouped.ts';
import { isWithin, literalPart, matches, type Search, tags } from './matching.ts';
import type { Services } from './resolve.ts';
import type { OrganisationStudies } from './study-index.ts';
import { inScope } from './study-instances.ts';

/** Keys whose values the index of patients looks for. */
const searched = [tags.patientId, tags.patientName, tags.accessionNumber];

/** In each reply: modalities, availability, and the numbers of series and instances. */
const listed = [tags.modalities, '00080056', '00201206', '00201208'];

/** Reports that are opened for one search, at most. */
const mostOpened = 1_000;

export interface FoundStudies {
  readonly studies: readonly JsonDataset[];
  /** Reports that were shown. */
  readonly reports: readonly string[];
  /** More studies might match than were opened. */
  readonly isCut: boolean;
}

/** One page of the studies that the caller may see, newest first. */
export async function findStudies(
  search: Search,
  reply: FastifyReply,
  studies: OrganisationStudies,
  services: Pick<Services, 'describe' | 'serveReport' | 'context'>,
): Promise<FoundStudies> {
  const caller = callerOf(reply.request);
  const { lines, isCut } = await candidates(search, inScope(studies.all(), caller), caller, services.context);
  const byStudy = grouped(lines, ({ studyUid }) => studyUid);
  const found: JsonDataset[] = [];
  const shown: string[] = [];
  const isNarrowed = [...search.keys.keys()].some((tag) => tag !== tags.studyUid);
  const wanted = byStudy.slice(isNarrowed ? 0 : search.offset);
  let left = isNarrowed ? search.offset : 0;
  let opened = 0;
  let isShort = false;
  for (const [newest] of wanted) {
    if (found.length === search.limit) break;
    isShort = opened >= mostOpened;
    if (isShort) break;
    requireOpen(reply);
    if (!newest) continue;
    const own = inScope(studies.of(newest.studyUid), caller);
    opened += Math.min(own.length, mostOfOneStudy);
    const isNamed = search.keys.has(tags.studyUid);
    const described = await describeStudy(own, studies, { caller, isNamed }, services);
    if (!described || !matches(described.study, search.keys, 'study') || left-- > 0) continue;
    found.push(narrowed(described.study, 'study', [...listed, ...search.included]));
    shown.push(...described.reports);
  }
  return { studies: found, reports: shown, isCut: isCut || isShort };
}

/** Fewer lines to open, where the keys say so; what is left is matched afterwards. */
async function candidates(
  { keys }: Search,
  lines: readonly StudyLine[],
  caller: Caller,
  context: AppContext,
): Promise<{ readonly lines: StudyLine[]; readonly isCut: boolean }> {
  const uids = keys.get(tags.studyUid)?.split(/[\\,]/);
  const part = searched.map((tag) => literalPart(keys.get(tag) ?? '')).find((each) => each !== '');
  const ids = part === undefined ? undefined : await idsWith(part, caller, context);
  const date = keys.get(tags.studyDate);
  const wanted = lines.filter(
    ({ id, studyUid, studyDate }) =>
      (!uids || uids.includes(studyUid)) &&
      (!ids || ids.all.has(id)) &&
      (!date || studyDate === '' || isWithin(studyDate, date)),
  );
  return { lines: wanted, isCut: ids?.isCut === true };
}

async function idsWith(
  patientPart: string,
  caller: Caller,
  context: AppContext,
): Promise<{ readonly all: ReadonlySet<string>; readonly isCut: boolean }> {
  const found = await Promise.all(
    manifests.map(({ id }) => idsByPatient({ module: id, ...scopeOf(caller), patientPart }, context)),
  );
  return { all: new Set(found.flat()), isCut: found.some(({ length }) => length >= countedAtMost) };
}
