import { code } from '../../../reading/code.ts';
import { type ContentItem, codeValue, container, type Relationship } from './content-item.ts';
import { inEnglish } from './observer.ts';

type Child = readonly [Relationship, ContentItem];

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
