import type { LabelMap } from '../../../pixels/plane.ts';
import { code } from '../../../reading/code.ts';
import type { ExportRecord } from '../../export-record.ts';
import { categoryCode, exportedFindings, partSentence, plainRows } from '../../exported-finding.ts';
import { regionsOf } from '../../regions.ts';
import { byMachineAlone, standingSentence } from '../../verification.ts';
import { type Child, type ContentItem, codeValue, container, textValue } from './content-item.ts';
import { findingGroup, regionGroup } from './measurement-groups.ts';
import { algorithm, deviceObserver, inEnglish } from './observer.ts';
import { readerMeasurementGroup } from './reader-measurement-groups.ts';
import { writeStructuredReport } from './structured-report.ts';

const comment = code('121106', 'DCM', 'Comment');

/**
 * Comprehensive 3D SR with an imaging measurement report (PS3.16, TID 1500): a group for each finding of the
 * report, each region of the label map and each measurement of the reader, and the assessment as qualitative
 * evaluations.
 */
export function writeMeasurementReport(record: ExportRecord, labels: LabelMap): Uint8Array {
  const regions = regionsOf(record, labels);
  const groups = [
    ...exportedFindings(record).map((line) => findingGroup(record, line)),
    ...regions.map((region) => regionGroup(record, region)),
    ...(record.measurements ?? []).map((each) => readerMeasurementGroup(record, each)),
  ];
  const children: Child[] = [
    ['HAS CONCEPT MOD', inEnglish],
    ...deviceObserver(record).map((item): Child => ['HAS OBS CONTEXT', item]),
    ['HAS CONCEPT MOD', codeValue(code('121058', 'DCM', 'Procedure reported'), record.coding.procedure)],
  ];
  if (groups.length > 0) {
    const measurements = groups.map((group): Child => ['CONTAINS', group]);
    children.push(['CONTAINS', container(code('126010', 'DCM', 'Imaging Measurements'), measurements)]);
  }
  const evaluations = evaluationsOf(record).map((item): Child => ['CONTAINS', item]);
  children.push(['CONTAINS', container(code('C0034375', 'UMLS', 'Qualitative Evaluations'), evaluations)]);
  return writeStructuredReport(record, {
    instance: 'report',
    description: record.document.title,
    root: container(code('126000', 'DCM', 'Imaging Measurement Report'), children, '1500'),
    evidence: regions.length > 0 ? ['picture', 'segmentation'] : ['picture'],
  });
}

/**
 * Category, rows that word no finding, diagnosis and comments of the report, then what every report says of
 * itself.
 */
function evaluationsOf(record: ExportRecord): ContentItem[] {
  const { document } = record;
  const { assessment, diagnosis } = document;
  const part = partSentence(document.header);
  const category = assessment?.category;
  const concept = categoryCode(record);
  return [
    ...algorithm(record),
    ...(concept ? [codeValue(code('111005', 'DCM', 'Assessment Category'), concept)] : []),
    ...(category && concept
      ? [textValue(comment, [`${category.label}: ${category.words}.`, category.management].join(' '))]
      : []),
    ...plainRows(record).map(([label, value]) => textValue(comment, `${label}: ${value}`)),
    ...(diagnosis ? [textValue(code('121073', 'DCM', 'Impression'), diagnosis.text)] : []),
    ...(assessment?.comments ?? []).map((text) => textValue(comment, text)),
    ...(part === undefined ? [] : [textValue(comment, part)]),
    textValue(comment, document.notice),
    textValue(comment, `${document.disclaimer} ${standingSentence(record.verification ?? byMachineAlone)}`),
  ];
}
