import { manifests } from '@second-read/analyses/manifests';
import { countedAtMost } from '@second-read/contract/reports';
import type { FastifyReply } from 'fastify';
import { type Caller, callerOf } from '../../calls/caller.ts';
import { requireOpen } from '../../calls/once-closed.ts';
import { scopeOf } from '../../calls/require-right.ts';
import type { AppContext } from '../../context.ts';
import type { JsonDataset } from '../../platform/compute/dicom-web/dicom-json.ts';
import { idsByPatient, type StudyLine } from '../reports/index.ts';
import { jsonOf, narrowed } from './attributes.ts';
import type { Describe } from './describe.ts';
import { grouped } from './grouped.ts';
import { isWithin, literalPart, matches, type Search, tags } from './matching.ts';
import { orLeftOut, type Services, servedReport } from './resolve.ts';
import type { OrganisationStudies } from './study-index.ts';
import { inScope, type ServedReport } from './study-instances.ts';

/** Keys whose values the index of patients looks for. */
const searched = [tags.patientId, tags.patientName, tags.accessionNumber];

/** Studies that are opened for one search, at most. */
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
  for (const [newest] of wanted) {
    if (found.length === search.limit || opened++ === mostOpened) break;
    requireOpen(reply);
    if (!newest) continue;
    const { id } = newest;
    const show = async () => {
      const served = await servedReport(id, studies, caller, services);
      return served && studyOf(served, caller, services.describe);
    };
    const study = await orLeftOut(id, show, services);
    if (!study || !matches(study, search.keys, 'study') || left-- > 0) continue;
    found.push(narrowed(study, 'study', [tags.modalities, '00080056', ...search.included]));
    shown.push(id);
  }
  return { studies: found, reports: shown, isCut: isCut || opened > mostOpened };
}

/** Attributes of the study, with the modalities of the newest of its reports. */
async function studyOf(
  { study, instances }: ServedReport,
  caller: Caller,
  describe: Describe,
): Promise<JsonDataset> {
  const [first] = instances;
  const image = first?.content.kind === 'file' ? await describe(first, caller) : undefined;
  const modalities = instances.flatMap(({ content }) =>
    // Whether there is a segmentation is known once it was written.
    content.kind === 'form' && content.form !== 'dicom-seg' ? [content.modality] : [],
  );
  const own = image?.['00080060']?.Value?.map(String) ?? [];
  return {
    ...jsonOf(study),
    [tags.modalities]: { vr: 'CS', Value: [...new Set([...own, ...modalities])] },
    '00080056': { vr: 'CS', Value: ['ONLINE'] },
  };
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
