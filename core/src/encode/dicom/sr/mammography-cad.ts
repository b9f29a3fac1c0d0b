import type { LabelMap } from '../../../pixels/plane.ts';
import { type Code, code } from '../../code.ts';
import type { ExportRecord } from '../../export-record.ts';
import { exportedFindings } from '../../exported-finding.ts';
import { type Mark, marksOf } from '../../marks.ts';
import {
  type ContentItem,
  codeValue,
  container,
  coordinates,
  image,
  numberValue,
  type Relationship,
} from './content-item.ts';
import { algorithm, inEnglish } from './observer.ts';
import { writeStructuredReport } from './structured-report.ts';

type Child = readonly [Relationship, ContentItem];

const intent = codeValue(
  code('111056', 'DCM', 'Rendering Intent'),
  code('111150', 'DCM', 'Presentation Required: Rendering device is expected to present'),
);

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
  const children: Child[] = [
    ['HAS CONCEPT MOD', inEnglish],
    ['CONTAINS', container(code('111028', 'DCM', 'Image Library'), [['CONTAINS', image(record, 'picture')]])],
    ['CONTAINS', impressions(marks)],
    ['CONTAINS', detections(record, Object.values(cad))],
    [
      'CONTAINS',
      codeValue(code('111065', 'DCM', 'Summary of Analyses'), code('111225', 'DCM', 'Not Attempted')),
    ],
  ];
  return writeStructuredReport(record, {
    instance: 'cad-report',
    description: 'Mammography CAD',
    root: container(code('111036', 'DCM', 'Mammography CAD Report'), children, '4000'),
    evidence: ['picture'],
  });
}

/** TID 4001: with or without findings, and the marks, each as an impression of its own (TID 4003). */
function impressions(marks: readonly ContentItem[]): ContentItem {
  const summary =
    marks.length > 0
      ? code('111242', 'DCM', 'All algorithms succeeded; with findings')
      : code('111241', 'DCM', 'All algorithms succeeded; without findings');
  const each = marks.map((mark): Child => {
    const name = code('111034', 'DCM', 'Individual Impression/Recommendation');
    return [
      'INFERRED FROM',
      container(name, [
        ['HAS CONCEPT MOD', intent],
        ['CONTAINS', mark],
      ]),
    ];
  });
  return codeValue(code('111017', 'DCM', 'CAD Processing and Findings Summary'), summary, each);
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

/** TID 4015 and 4017: every detection ran on the picture. */
function detections(record: ExportRecord, concepts: readonly Code[]): ContentItem {
  const performed = concepts.map(
    (concept): Child => [
      'CONTAINS',
      codeValue(code('111022', 'DCM', 'Detection Performed'), concept, [
        ...algorithm(record).map((item): Child => ['HAS PROPERTIES', item]),
        ['HAS PROPERTIES', image(record, 'picture')],
      ]),
    ],
  );
  const successful = container(code('111063', 'DCM', 'Successful Detections'), performed);
  const succeeded = code('111222', 'DCM', 'Succeeded');
  return codeValue(code('111064', 'DCM', 'Summary of Detections'), succeeded, [
    ['INFERRED FROM', successful],
  ]);
}
