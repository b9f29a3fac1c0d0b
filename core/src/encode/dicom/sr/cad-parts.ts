import { type Code, code } from '../../../reading/code.ts';
import type { ExportRecord } from '../../export-record.ts';
import { type Child, type ContentItem, codeValue, container, coordinates } from './content-item.ts';
import { algorithm, inEnglish } from './observer.ts';

export const intent = codeValue(
  code('111056', 'DCM', 'Rendering Intent'),
  code('111150', 'DCM', 'Presentation Required: Rendering device is expected to present'),
);

/** The parts of a mammography CAD report in their order (PS3.16, TID 4000). */
export function cadReport(of: {
  /** TID 4020. */
  readonly library: readonly ContentItem[];
  readonly impressions: ContentItem;
  /** TID 4017. */
  readonly performed: readonly ContentItem[];
}): ContentItem {
  const held = (items: readonly ContentItem[]) => items.map((item): Child => ['CONTAINS', item]);
  const succeeded = code('111222', 'DCM', 'Succeeded');
  const successful = container(code('111063', 'DCM', 'Successful Detections'), held(of.performed));
  const detections = codeValue(code('111064', 'DCM', 'Summary of Detections'), succeeded, [
    ['INFERRED FROM', successful],
  ]);
  const children: Child[] = [
    ['HAS CONCEPT MOD', inEnglish],
    ['CONTAINS', container(code('111028', 'DCM', 'Image Library'), held(of.library))],
    ['CONTAINS', of.impressions],
    ['CONTAINS', detections],
    [
      'CONTAINS',
      codeValue(code('111065', 'DCM', 'Summary of Analyses'), code('111225', 'DCM', 'Not Attempted')),
    ],
  ];
  return container(code('111036', 'DCM', 'Mammography CAD Report'), children, '4000');
}

/** TID 4001: with or without findings, and the marks, each as a separate impression (TID 4003). */
export function impressions(marks: readonly ContentItem[]): ContentItem {
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

interface SingleImageFinding {
  readonly concept: Code;
  readonly on: ContentItem;
  /** x and y in turn, in pixels; the outline closed. */
  readonly centre: readonly number[];
  readonly outline: readonly number[];
  readonly certainty?: readonly ContentItem[];
}

/** TID 4006, its geometry by TID 4021. */
export function singleImageFinding(
  record: ExportRecord,
  { concept, on, centre, outline, certainty = [] }: SingleImageFinding,
): ContentItem {
  return codeValue(code('111059', 'DCM', 'Single Image Finding'), concept, [
    ['HAS CONCEPT MOD', intent],
    ...[...algorithm(record), ...certainty].map((item): Child => ['HAS PROPERTIES', item]),
    ['HAS PROPERTIES', coordinates(code('111010', 'DCM', 'Center'), 'POINT', centre, on)],
    ['HAS PROPERTIES', coordinates(code('111041', 'DCM', 'Outline'), 'POLYLINE', outline, on)],
  ]);
}

/** TID 4017: a detection that ran on these images. */
export function detectionOn(
  record: ExportRecord,
  concept: Code,
  images: readonly ContentItem[],
): ContentItem {
  const properties = [...algorithm(record), ...images].map((item): Child => ['HAS PROPERTIES', item]);
  return codeValue(code('111022', 'DCM', 'Detection Performed'), concept, properties);
}
