import type { LabelMap } from '../../../pixels/plane.ts';
import { type Code, code } from '../../../reading/code.ts';
import type { ExportRecord } from '../../export-record.ts';
import { exportedFindings } from '../../exported-finding.ts';
import { marksOf } from '../../marks.ts';
import { cadReport, detectionOn, impressions, singleImageFinding } from './cad-parts.ts';
import { type ContentItem, image, numberValue } from './content-item.ts';
import { writeStructuredReport } from './structured-report.ts';

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
      performed: Object.values(cad).map((each) => detectionOn(record, each, [image(record, 'picture')])),
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
  const percent = marks.length === 1 ? finding.certainty : null;
  const name = code('111012', 'DCM', 'Certainty of Finding');
  const certainty = percent === null ? [] : [numberValue(name, percent, code('%', 'UCUM', 'Percent'))];
  const on = image(record, 'picture');
  return marks.map((mark) => singleImageFinding(record, { ...mark, concept, on, certainty }));
}
