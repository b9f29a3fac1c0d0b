import type { AttributeValue } from '../reading/candidate.ts';
import { isSet, textOf } from './facts.ts';

/** Which breast and view a mammogram shows, as its evidence says. */
export interface Hanging {
  readonly side: 'left' | 'right';
  /** Whether the file says the side; else it was inferred from where the chest wall lies. */
  readonly isSideTold: boolean;
  readonly view: 'CC' | 'MLO';
  /** Whether the file says the view; else it was inferred from whether a muscle is seen. */
  readonly isViewTold: boolean;
  /** The chest wall lies where that of the other breast would: the picture is mirrored. */
  readonly isMirrored: boolean;
}

/**
 * Side and view of one picture of a mammography; undefined of any other picture. A right breast has its chest
 * wall at the right border of its picture (Standard Mammography Hanging, IHE Mammography Image profile).
 */
export function hangingOf(facts: Readonly<Record<string, AttributeValue>>): Hanging | undefined {
  const told = textOf(facts, 'sideTold');
  const seen = textOf(facts, 'sideSeen') ?? told;
  if (seen === null) return undefined;
  const side = (told ?? seen) === 'right' ? 'right' : 'left';
  return {
    side,
    isSideTold: told !== null,
    view: textOf(facts, 'view') === 'MLO' ? 'MLO' : 'CC',
    isViewTold: isSet(facts, 'viewTold'),
    isMirrored: side !== seen,
  };
}
