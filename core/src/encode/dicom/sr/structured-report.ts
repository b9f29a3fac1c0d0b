import {
  type ExportRecord,
  type InstanceName,
  instancesBySeries,
  type SourceInstance,
} from '../../export-record.ts';
import { byMachineAlone, flagsOf, isVerified } from '../../verification.ts';
import {
  commonModules,
  dateTimeOf,
  instanceItem,
  ownScheme,
  seriesUid,
  sourceItem,
} from '../common-modules.ts';
import type { DataSet } from '../data-set.ts';
import { fitText } from '../fit-text.ts';
import { writeFile } from '../write-file.ts';
import { type ContentItem, contentOf } from './content-item.ts';

interface Report {
  readonly instance: 'report' | 'cad-report';
  readonly description: string;
  readonly root: ContentItem;
  /** The instances that the content refers to; all must stand in the evidence (PS3.3 C.17.2). */
  readonly evidence: readonly InstanceName[];
  /** Of an exam the archived instances that it refers to; without them all that the record names. */
  readonly slices?: readonly SourceInstance[];
}

/** A structured report as a file: complete; preliminary and unverified until a clinician signed it. */
export function writeStructuredReport(record: ExportRecord, report: Report): Uint8Array {
  const { instance, description, root } = report;
  return writeFile({
    ...commonModules(record, { instance, modality: 'SR', description }),
    ...ownScheme(record),
    ReferencedPerformedProcedureStepSequence: [],
    PerformedProcedureCodeSequence: [],
    ...verificationOf(record),
    ...evidenceOf(record, report),
    ...contentOf(root),
  });
}

/** Of an exam the slices it refers to; absent where it refers to none. */
export function evidenceOf(
  record: ExportRecord,
  { evidence, slices: named }: Pick<Report, 'evidence' | 'slices'>,
): DataSet {
  const { slices, examSegments } = record;
  if (slices === undefined)
    return { CurrentRequestedProcedureEvidenceSequence: [evidenceItem(record, evidence)] };
  const shown = named ?? slices;
  if (shown.length === 0) return {};
  const item = {
    StudyInstanceUID: record.uid('study'),
    ReferencedSeriesSequence: [
      ...[...instancesBySeries(shown)].map(([SeriesInstanceUID, own]) => ({
        SeriesInstanceUID,
        ReferencedSOPSequence: own.map(sourceItem),
      })),
      ...(!named && examSegments?.segments.some(({ name }) => name.startsWith('finding-'))
        ? [seriesOf(record, 'segmentation')]
        : []),
    ],
  };
  return { CurrentRequestedProcedureEvidenceSequence: [item] };
}

function verificationOf(record: ExportRecord): DataSet {
  const { verification = byMachineAlone, organisation } = record;
  if (!isVerified(verification)) return flagsOf(verification).dicom;
  const { signedBy, signedAt } = verification;
  return {
    ...flagsOf(verification).dicom,
    VerifyingObserverSequence: [
      {
        VerifyingOrganization: fitText(organisation),
        VerificationDateTime: dateTimeOf(record, signedAt),
        VerifyingObserverName: personName(signedBy),
        VerifyingObserverIdentificationCodeSequence: [],
      },
    ],
  };
}

/** As one family name: how a full name divides is not known. `^` and `=` would divide it (PS3.5 6.2). */
function personName(name: string): string {
  return fitText(name.replace(/[\^=]/g, ' '));
}

function evidenceItem(record: ExportRecord, evidence: readonly InstanceName[]): DataSet {
  return {
    StudyInstanceUID: record.uid('study'),
    ReferencedSeriesSequence: evidence.map((instance) => seriesOf(record, instance)),
  };
}

function seriesOf(record: ExportRecord, instance: InstanceName): DataSet {
  return {
    SeriesInstanceUID: seriesUid(record, instance),
    ReferencedSOPSequence: [instanceItem(record, instance)],
  };
}
