import type { Caller } from '../../calls/caller.ts';
import type { JsonDataset } from '../../platform/compute/dicom-web/dicom-json.ts';
import type { StudyLine } from '../reports/index.ts';
import { jsonOf } from './attributes.ts';
import { grouped } from './grouped.ts';
import { tags } from './matching.ts';
import { orLeftOut, type Services, servedReport } from './resolve.ts';
import type { OrganisationStudies } from './study-index.ts';
import type { ServedInstance, ServedReport } from './study-instances.ts';

/** Reports of one study that are opened for a list: the newest. Of a larger study it gives no numbers. */
export const mostOfOneStudy = 20;

type Tools = Pick<Services, 'context' | 'describe' | 'serveReport'>;

interface ListedInstance {
  readonly instance: ServedInstance;
  readonly modality: string;
}

/**
 * Attributes of a study, with its modalities and the numbers of its series and instances. Whether a report
 * has a segmentation is known once it was written: a search for one study (`isNamed`) writes it, a list
 * counts those that are known.
 */
export async function describeStudy(
  lines: readonly StudyLine[],
  studies: OrganisationStudies,
  { caller, isNamed }: { readonly caller: Caller; readonly isNamed: boolean },
  services: Tools,
): Promise<{ readonly study: JsonDataset; readonly reports: readonly string[] } | undefined> {
  const opened: { readonly report: ServedReport; readonly listed: readonly ListedInstance[] }[] = [];
  for (const { id } of lines.slice(0, mostOfOneStudy)) {
    const show = async () => {
      const report = await servedReport(id, studies, caller, services);
      return report && { report, listed: await listedOf(report, { caller, isNamed }, services) };
    };
    const shown = await orLeftOut(id, show, services);
    if (shown) opened.push(shown);
  }
  const [newest] = opened;
  if (!newest) return undefined;
  const all = opened.flatMap(({ listed }) => listed);
  const count = (keyOf: (one: ServedInstance) => string) =>
    new Set(all.map(({ instance }) => keyOf(instance))).size;
  const numbers: JsonDataset = {
    '00201206': { vr: 'IS', Value: [count(({ seriesUid }) => seriesUid)] },
    '00201208': { vr: 'IS', Value: [count(({ sopInstanceUid }) => sopInstanceUid)] },
  };
  const study: JsonDataset = {
    ...jsonOf(newest.report.study),
    [tags.modalities]: { vr: 'CS', Value: [...new Set(all.map(({ modality }) => modality))] },
    '00080056': { vr: 'CS', Value: ['ONLINE'] },
    ...(lines.length <= mostOfOneStudy && numbers),
  };
  return { study, reports: opened.map(({ report }) => report.stored.report.id) };
}

/** The instances of a report that are there, each with the modality of its series. */
async function listedOf(
  { instances }: ServedReport,
  { caller, isNamed }: { readonly caller: Caller; readonly isNamed: boolean },
  { describe }: Tools,
): Promise<ListedInstance[]> {
  const listed: ListedInstance[] = [];
  for (const series of grouped(instances, ({ seriesUid }) => seriesUid)) {
    const [first] = series;
    if (!first) continue;
    const { content } = first;
    const isSegmentation = content.kind === 'form' && content.form === 'dicom-seg';
    if (isSegmentation && !(await describe(first, caller, { ifKnown: !isNamed }))) continue;
    const modality =
      content.kind === 'form' ? content.modality : (await describe(first, caller))?.['00080060']?.Value?.[0];
    if (modality !== undefined)
      listed.push(...series.map((instance) => ({ instance, modality: String(modality) })));
  }
  return listed;
}
