import { patientAndStudy } from '@second-read/core/encode/dicom/common-modules';
import type { DataSet } from '@second-read/core/encode/dicom/data-set';
import { isDicomPatientId } from '@second-read/core/encode/dicom/fit-text';
import type { Caller } from '../../calls/caller.ts';
import { scopeOf } from '../../calls/require-right.ts';
import type { AppContext } from '../../context.ts';
import { uidsFrom } from '../../platform/compute/forms/export-uid.ts';
import {
  type ExamImage,
  instanceOfForm,
  type ReportRecord,
  type StoredImage,
  type StoredReport,
  type StudyLine,
  seenBy,
  storedImages,
  storedRecord,
} from '../reports/index.ts';

/** What of a report is served as instances that the server writes; `modality` is the one it writes. */
const forms = {
  'dicom-picture': { modality: 'OT' },
  'dicom-seg': { modality: 'SEG' },
  'dicom-sr': { modality: 'SR' },
  'dicom-ko': { modality: 'KO' },
} as const;
export type ServedForm = keyof typeof forms;
const results: readonly ServedForm[] = ['dicom-seg', 'dicom-sr', 'dicom-ko'];

/** One instance of a study, before anything of it was read. */
export interface ServedInstance {
  readonly seriesUid: string;
  readonly sopInstanceUid: string;
  readonly reportId: string;
  /**
   * A stored copy with the identity that it is served with, or a form that is written when it is requested.
   */
  readonly content:
    | { readonly kind: 'file'; readonly key: string; readonly identity: DataSet }
    | {
        readonly kind: 'form';
        readonly form: ServedForm;
        readonly modality: string;
        readonly stored: StoredReport;
        readonly record: ReportRecord;
        readonly image?: ExamImage | undefined;
      };
  /** PNGs of its frames as displayed, by frame number from 1; none of results. */
  readonly pngs: ReadonlyMap<number, string>;
}

/** What a caller sees of one report as DICOM. */
export interface ServedReport {
  readonly stored: StoredReport;
  readonly record: ReportRecord;
  /** Attributes of patient and study. */
  readonly study: DataSet;
  readonly instances: readonly ServedInstance[];
}

/** The lines of reports that the caller may see. */
export function inScope(lines: readonly StudyLine[], caller: Caller): StudyLine[] {
  const { userId } = scopeOf(caller);
  return lines.filter((line) => userId === undefined || line.userId === userId);
}

/** Instances of several reports of one study, each once: a slice may have been read more than once. */
export function instancesOf(reports: readonly ServedReport[]): ServedInstance[] {
  const found = new Map<string, ServedInstance>();
  for (const instance of reports.flatMap(({ instances }) => instances))
    if (!found.has(instance.sopInstanceUid)) found.set(instance.sopInstanceUid, instance);
  return [...found.values()];
}

/**
 * Undefined where its patient ID cannot be written as DICOM. With its results, whoever asks: `withoutHidden`
 * takes out what the caller may not see yet.
 */
async function makeReport(
  stored: StoredReport,
  { organisationName: organisation }: Caller,
  context: AppContext,
): Promise<ServedReport | undefined> {
  if (!isDicomPatientId(stored.report.patientId)) return undefined;
  const record = await storedRecord(stored, { organisation, uids: context.config.exportUids }, context);
  const study = patientAndStudy({ ...record.record, uid: uidsFrom(record.uids) });
  const images = await storedImages(stored, String(study.StudyInstanceUID), context);
  const report = { stored, record, study };
  // Without a study of its file, results refer to the secondary capture.
  const { source, slices } = record.record;
  const hasKeyImages = record.record.keyImages !== undefined;
  const needsCapture = !source && !slices && images.some(({ file }) => file);
  return {
    ...report,
    instances: [
      ...imageInstances(images, report),
      ...(needsCapture ? [formInstance('dicom-picture', report)] : []),
      ...results
        .filter((form) => form !== 'dicom-ko' || hasKeyImages)
        .map((form) => formInstance(form, report)),
    ],
  };
}

/** Reports whose instances are kept: those used last. */
const mostReports = 300;

/** The instances of reports. They are kept, since a viewer asks for the frames of a study one by one. */
export function reportServer(context: AppContext) {
  const kept = new Map<string, Promise<ServedReport | undefined>>();
  return async (stored: StoredReport, caller: Caller): Promise<ServedReport | undefined> => {
    const { report, review } = stored;
    const version = review && [review.mark, review.revision];
    const key = JSON.stringify([report.id, report.updatedAt, caller.organisationName, version]);
    const made = kept.get(key) ?? makeReport(stored, caller, context);
    // Moved to the end: what was used last is dropped last.
    kept.delete(key);
    kept.set(key, made);
    made.catch(() => kept.delete(key));
    if (kept.size > mostReports) kept.delete(kept.keys().next().value ?? '');
    const served = await made;
    return served && withoutHidden(served, caller, context);
  };
}

async function withoutHidden(
  served: ServedReport,
  caller: Caller,
  context: AppContext,
): Promise<ServedReport> {
  const [seen] = await seenBy(caller, [served.stored], context);
  if (!seen?.isHidden) return served;
  const isResult = ({ content }: ServedInstance) => content.kind === 'form' && results.includes(content.form);
  return { ...served, instances: served.instances.filter((each) => !isResult(each)) };
}

type Report = Omit<ServedReport, 'instances'>;

function imageInstances(images: readonly StoredImage[], report: Report): ServedInstance[] {
  const found = new Map<string, ServedInstance & { readonly pngs: Map<number, string> }>();
  for (const stored of images) {
    const instance = stored.file
      ? fileInstance(stored.file, report)
      : formInstance('dicom-picture', report, stored.image);
    const { pngs } = found.get(instance.sopInstanceUid) ?? { pngs: new Map<number, string>() };
    pngs.set(stored.frame ?? 1, stored.png);
    found.set(instance.sopInstanceUid, { ...instance, pngs });
  }
  return [...found.values()];
}

function fileInstance(
  { key, seriesUid, sopInstanceUid, frameOfReferenceUid, number }: NonNullable<StoredImage['file']>,
  { stored, study }: Report,
): Omit<ServedInstance, 'pngs'> {
  const identity: DataSet = {
    ...study,
    ...{ SeriesInstanceUID: seriesUid, SOPInstanceUID: sopInstanceUid, InstanceNumber: number },
    ...(frameOfReferenceUid !== undefined && { FrameOfReferenceUID: frameOfReferenceUid }),
  };
  return { seriesUid, sopInstanceUid, reportId: stored.report.id, content: { kind: 'file', key, identity } };
}

function formInstance(form: ServedForm, { stored, record }: Report, image?: ExamImage): ServedInstance {
  const uid = uidsFrom(image ? { ...record.uids, image: image.name } : record.uids);
  const name = instanceOfForm[form];
  const { original } = stored.report.images;
  const { modality } = forms[form];
  return {
    ...{ seriesUid: uid(`${name}-series`), sopInstanceUid: uid(name), reportId: stored.report.id },
    content: { kind: 'form', form, modality, stored, record, image },
    pngs: new Map(form === 'dicom-picture' && original !== undefined ? [[1, original]] : []),
  };
}
