import { code, ownCode } from '../../../reading/code.ts';
import { readerMethod } from '../../../review/measure.ts';
import { type ExamSegments, segmentOfFinding } from '../../exam-segments.ts';
import { calibratedSpacing, type ExportRecord } from '../../export-record.ts';
import {
  detectionCodes,
  detectionConcept,
  type ExportedDetail,
  type ExportedFinding,
} from '../../exported-finding.ts';
import { exportedQuantity } from '../../exported-quantity.ts';
import type { Region } from '../../regions.ts';
import { fitText } from '../fit-text.ts';
import {
  type Child,
  type ContentItem,
  codeValue,
  container,
  image,
  instanceImage,
  numberValue,
  textValue,
  uidValue,
} from './content-item.ts';

export const group = code('125007', 'DCM', 'Measurement Group');
const finding = code('121071', 'DCM', 'Finding');
const site = code('363698007', 'SCT', 'Finding Site');
export const comment = code('121106', 'DCM', 'Comment');
const measurementMethod = code('370129005', 'SCT', 'Measurement Method');
const laterality = code('272741003', 'SCT', 'Laterality');
const sides = {
  left: code('7771000', 'SCT', 'Left'),
  right: code('24028007', 'SCT', 'Right'),
  both: code('51440002', 'SCT', 'Right and left'),
};
const percent = code('%', 'UCUM', 'Percent');

/**
 * A class of the label map with its area (PS3.16, TID 1410): in mm² where pixels are calibrated, else in
 * pixels.
 */
export function regionGroup(record: ExportRecord, region: Region): ContentItem {
  const spacing = calibratedSpacing(record);
  const area = spacing
    ? numberValue(
        code('42798000', 'SCT', 'Area'),
        Number((region.pixels * spacing.x * spacing.y).toFixed(2)),
        code('mm2', 'UCUM', 'Square millimeter'),
      )
    : numberValue(code('42798000', 'SCT', 'Area'), region.pixels, code('{pixels}', 'UCUM', 'Pixels'));
  const { segmentNumber } = region;
  return container(
    group,
    [
      ...tracking(record, `region-${region.classNumber}`, region.label),
      ['CONTAINS', codeValue(finding, region.coding.type)],
      [
        'CONTAINS',
        image(record, 'segmentation', {
          name: code('121214', 'DCM', 'Referenced Segmentation Frame'),
          segmentNumber,
        }),
      ],
      [
        'CONTAINS',
        image(record, 'picture', { name: code('121233', 'DCM', 'Source image for segmentation') }),
      ],
      ['HAS CONCEPT MOD', codeValue(site, record.coding.region)],
      ['CONTAINS', area],
    ],
    '1410',
  );
}

/**
 * One finding (PS3.16, TID 1501; of an outlined lesion of an exam TID 1411): what was looked for, whether it
 * was detected, how surely.
 */
export function findingGroup(record: ExportRecord, line: ExportedFinding): ContentItem {
  const certainty = code('111012', 'DCM', 'Certainty of Finding');
  const segment = outlined(record, line);
  return container(
    group,
    [
      ...tracking(record, `finding-${line.id}`, line.label),
      ['CONTAINS', codeValue(finding, line.concept)],
      ['HAS CONCEPT MOD', siteOf(record, line.side)],
      ...(line.certainty === null
        ? []
        : [['CONTAINS', numberValue(certainty, line.certainty, percent)] satisfies Child]),
      ['CONTAINS', codeValue(detectionConcept, detectionCodes[line.detection])],
      ...line.details.map((detail): Child => ['CONTAINS', detailItem(detail)]),
      ...line.measurements.map((each): Child => ['CONTAINS', measured(each)]),
      ...(segment
        ? outlineOf(record, segment)
        : slicesOf(record, line).map(
            (slice): Child => ['CONTAINS', instanceImage(slice, { name: sourceOfMeasurement })],
          )),
      ...(line.note === undefined ? [] : [['CONTAINS', textValue(comment, line.note)] satisfies Child]),
    ],
    segment ? '1411' : '1501',
  );
}

/** The segment that outlines a lesion, and the slices that it was outlined on (PS3.16, TID 1411). */
function outlineOf(record: ExportRecord, { segmentNumber, slices }: Outline): Child[] {
  const name = code('121191', 'DCM', 'Referenced Segment');
  const source = code('121233', 'DCM', 'Source image for segmentation');
  return [
    ['CONTAINS', image(record, 'segmentation', { name, segmentNumber })],
    ...slices.map((slice): Child => ['CONTAINS', instanceImage(slice, { name: source })]),
  ];
}

interface Outline {
  readonly segmentNumber: number;
  readonly slices: ExamSegments['slices'];
}

function outlined({ examSegments }: ExportRecord, { id }: ExportedFinding): Outline | undefined {
  const found = examSegments && segmentOfFinding(examSegments, id);
  if (!found) return undefined;
  const shown = new Set(found.segment.frames.map(({ slice }) => slice));
  return {
    segmentNumber: found.segmentNumber,
    slices: examSegments.slices.filter((_, at) => shown.has(at)),
  };
}

export const sourceOfMeasurement = code('121112', 'DCM', 'Source of Measurement');

/** Slices of the exam that show the finding. */
function slicesOf({ slices = [] }: ExportRecord, { id }: ExportedFinding) {
  return slices.filter(({ findings }) => findings.includes(id));
}

/** With how it was measured, where the reading says it (PS3.16, TID 300). */
function measured(measurement: ExportedFinding['measurements'][number]): ContentItem {
  const { concept, value, unit } = exportedQuantity(measurement);
  const { method } = measurement;
  if (method === null) return numberValue(concept, value, unit);
  return numberValue(concept, value, unit, [methodOf(method)]);
}

function methodOf(method: string): Child {
  const how = ownCode(method.toUpperCase().slice(0, 16), method.replaceAll('_', ' '));
  return ['HAS CONCEPT MOD', codeValue(measurementMethod, how)];
}

export const measuredByReader = methodOf(readerMethod);

/**
 * The organ, with its side where the finding has one (PS3.16, CID 244) and the file says it: by its
 * directions, or its laterality. A side by the standard display alone is no code.
 */
function siteOf(record: ExportRecord, side: ExportedFinding['side']): ContentItem {
  const isStated = record.reading?.input.file?.sides === 'file' || Boolean(record.study.laterality);
  const children: Child[] =
    side === null || !isStated ? [] : [['HAS CONCEPT MOD', codeValue(laterality, sides[side])]];
  return codeValue(site, record.coding.region, children);
}

/** A descriptor by its concept where the module has one, else as a sentence. */
function detailItem({ words, coded }: ExportedDetail): ContentItem {
  return coded ? codeValue(coded.concept, coded.value) : textValue(comment, words ?? '');
}

/** PS3.16, TID 4108. */
export function tracking(
  record: ExportRecord,
  name: `region-${string}` | `finding-${string}` | `measurement-${string}`,
  label: string,
): Child[] {
  return [
    ['HAS OBS CONTEXT', textValue(code('112039', 'DCM', 'Tracking Identifier'), fitText(label))],
    ['HAS OBS CONTEXT', uidValue(code('112040', 'DCM', 'Tracking Unique Identifier'), record.uid(name))],
  ];
}
