import type { LabelMap } from '../../../pixels/plane.ts';
import { type Code, code } from '../../../reading/code.ts';
import type { ExportRecord } from '../../export-record.ts';
import { exportedFindings } from '../../exported-finding.ts';
import { type Mark, marksOf } from '../../marks.ts';
import { cadReport, impressions, intent } from './cad-parts.ts';
import {
  type ContentItem,
  codeValue,
  coordinates,
  image,
  numberValue,
  type Relationship,
} from './content-item.ts';
import { algorithm } from './observer.ts';
import { writeStructuredReport } from './structured-report.ts';

type Child = readonly [Relationship, ContentItem];

/**
 * Mammography CAD SR (PS3.16, TID 4000): each region of the findings that were detected as a mark with centre
 * and outline, and which detections ran. Undefined for modules without CAD concepts. Laterality and view of
 * the picture are left out: they are not kept. Relations to pictures are by value.
 */
export function writeMammographyCad(record: ExportRecord, labels: LabelMap): Uint8Array | undefined {
  const { cad } = record.coding;
  if (!cad) return undefined;
  const marks = Object.entries(cad).flatMap(([type, concept]) =>
    marksOfFinding(record, labels, type, concept),
  );
  return writeStructuredReport(record, {
    instance: 'cad-report',
    description: 'Mammography CAD',
    root: cadReport({
      library: [image(record, 'picture')],
      impressions: impressions(marks),
      performed: Object.values(cad).map((each) => detection(record, each)),
    }),
    evidence: ['picture'],
  });
}

function marksOfFinding(record: ExportRecord, labels: LabelMap, type: string, concept: Code): ContentItem[] {
  const finding = exportedFindings(record).find((line) => line.type === type);
  if (finding?.detection !== 'detected') return [];
  const marks = Object.entries(record.coding.segments)
    .filter(([, segment]) => segment.finding === type)
    .flatMap(([classNumber]) => marksOf(labels, Number(classNumber)));
  // The certainty is that of the finding: with several marks it belongs to none of them alone.
  const certainty = marks.length === 1 ? finding.certainty : null;
  return marks.map((mark) => singleImageFinding(record, mark, { concept, certainty }));
}

/** TID 4006, its geometry by TID 4021. */
function singleImageFinding(
  record: ExportRecord,
  { centre, outline }: Mark,
  of: { concept: Code; certainty: number | null },
): ContentItem {
  const on = image(record, 'picture');
  const name = code('111012', 'DCM', 'Certainty of Finding');
  return codeValue(code('111059', 'DCM', 'Single Image Finding'), of.concept, [
    ['HAS CONCEPT MOD', intent],
    ...algorithm(record).map((item): Child => ['HAS PROPERTIES', item]),
    ...(of.certainty === null
      ? []
      : [['HAS PROPERTIES', numberValue(name, of.certainty, code('%', 'UCUM', 'Percent'))] satisfies Child]),
    ['HAS PROPERTIES', coordinates(code('111010', 'DCM', 'Center'), 'POINT', centre, on)],
    ['HAS PROPERTIES', coordinates(code('111041', 'DCM', 'Outline'), 'POLYLINE', outline, on)],
  ]);
}

/** TID 4017: a detection that ran on the picture. */
function detection(record: ExportRecord, concept: Code): ContentItem {
  return codeValue(code('111022', 'DCM', 'Detection Performed'), concept, [
    ...algorithm(record).map((item): Child => ['HAS PROPERTIES', item]),
    ['HAS PROPERTIES', image(record, 'picture')],
  ]);
}
