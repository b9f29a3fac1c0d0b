import type { AnyFinding } from '../reading/reading.ts';
import { codeWords } from '../report/sentences.ts';
import type { CodedOption, ReviewedType } from './review-module.ts';

/** A finding of which nothing is known but that a reader saw it. */
export function bareFinding(type: string, id: string): AnyFinding {
  return {
    id,
    type,
    ...{ state: 'found', reason: null, certainty: null, measurements: [], region: null, side: null },
    descriptors: null,
  };
}

/** The options of a coded list, each in its own words or those given; and one for "not stated". */
export function optionsOf<T extends string>(
  codes: readonly T[],
  words?: Readonly<Partial<Record<T, string>>>,
): CodedOption[] {
  return [
    ...codes.map((value) => ({ value, label: words?.[value] ?? codeWords(value) })),
    { value: null, label: 'Not stated' },
  ];
}

export const yesNo: readonly CodedOption[] = [
  { value: true, label: 'Yes' },
  { value: false, label: 'No' },
  { value: null, label: 'Not stated' },
];

/** The longest that anything in a picture of the body is, in millimeters and in pixels. */
const maxMm = 600;
const maxPx = 30_000;

/** A length that is given in millimeters where the pixel size is known, else in pixels. */
export function lengthOf(quantity: string, label: string): ReviewedType['measurements'] {
  return [
    { quantity, label, units: ['mm'], most: maxMm },
    { quantity, label, units: ['px'], most: maxPx },
  ];
}
