import type { Fraction, Millimetres, Pixels } from '@second-read/core/pixels/units';
import { leftToReader, type Rule } from '@second-read/core/reading/category';
import { shareText } from '@second-read/core/report/percent';
import type { margins, massDensities, massShapes } from './schema.ts';

/** What the rules look at in a mass, in the words of the lexicon. */
export interface JudgedDescriptors {
  readonly margin: (typeof margins)[number];
  readonly shape: (typeof massShapes)[number];
  readonly density: (typeof massDensities)[number];
}

export interface JudgedMass extends JudgedDescriptors {
  /** Longest diameter; in mm null where the file gives no spacing. */
  readonly sizeMm: Millimetres | null;
  readonly sizePx: Pixels;
  readonly malignant: Fraction;
}

/** What the rules look at. */
export interface BiradsInput {
  readonly mass: JudgedMass | null;
  /** Probability that the cluster named in the report is one of calcifications; null for none. */
  readonly calcification: Fraction | null;
  /** Located calcifications that are no named cluster and whose form or distribution is not benign. */
  readonly toJudge: string | null;
  readonly hasBenignCoarse: boolean;
  /** Probability that anything in the view is malignant. */
  readonly view: Fraction;
}

export interface Birads {
  /** 0: incomplete, further views are needed; null: none follows, the assessment is the reader's. */
  readonly category: 0 | 1 | 2 | 3 | 4 | 5 | null;
  /** The rule that held first, and what else belongs to it. */
  readonly rules: readonly Rule[];
}

/** Chance of malignancy that parts the categories: ACR BI-RADS 5th edition, 3: up to 2 %, 4: up to 95 %. */
const suspiciousAbove: Fraction = 0.02;
const highlySuggestiveFrom: Fraction = 0.95;
/**
 * What scores this or more for malignancy is not called negative or benign. Of 25 women without cancer and 35
 * breasts with one (screening films that taught nothing) 1 and 2 are unnamed and score as much.
 */
export const negativeBelow: Fraction = 0.5;

const notForScreening: Rule = {
  id: 'not-for-screening',
  values: {},
  text: 'Category 3 needs a full diagnostic work-up first, then six-month follow-up; it is not a final category for a screening image.',
};

/** Of grouped calcifications by themselves. */
export const clusterCategory = 4;

/**
 * The category by written rules, the first that holds; the trace says which and why. Only what was located
 * counts, and no node: their search is not validated (docs/decisions/042).
 */
export function assessBirads(input: BiradsInput): Birads {
  const { mass, calcification, toJudge, hasBenignCoarse, view } = input;
  const byMass = mass === null ? null : massCategory(mass);
  // A cluster is suspicious whatever a mass beside it looks like.
  if (calcification !== null && (byMass === null || byMass.category < 4)) {
    const words = `4: calcification cluster (a cluster at ${shareText(calcification)})`;
    const rule = { id: 'calcification-cluster', values: { calcification }, text: words };
    return { category: clusterCategory, rules: [rule, ...(byMass?.rules ?? [])] };
  }
  if (byMass !== null) return byMass;
  const rule = (id: string, text: string): Rule => ({ id, values: {}, text });
  if (toJudge !== null) return { category: 0, rules: [rule('open-question', `incomplete: ${toJudge}`)] };
  if (view >= negativeBelow) {
    const words = `none: no finding above its threshold, but the view scores ${shareText(view)} (limit ${shareText(negativeBelow)})`;
    return { category: null, rules: [rule(leftToReader, words)] };
  }
  return hasBenignCoarse
    ? benignCoarse
    : { category: 1, rules: [rule('no-finding', '1: no finding above its threshold')] };
}

/** Of coarse calcifications by themselves (ACR BI-RADS 5th edition: typically benign forms). */
export const benignCoarse = {
  category: 2,
  rules: [
    { id: 'benign-calcifications', values: {}, text: '2: coarse calcifications of typically benign forms' },
  ],
} as const;

/** Of a mass by itself. */
export function massCategory(mass: JudgedMass): Birads & { readonly category: number } {
  const { malignant, margin, shape, density } = mass;
  const words = `${shape}, ${margin} mass, ${sizeWords(mass)}, probability ${shareText(malignant)}`;
  const irregular = shape === 'irregular';
  const spiculated = margin === 'spiculated';
  const circumscribed = margin === 'circumscribed' && !irregular;
  const values = { malignant, margin, shape, density };
  const rule = (id: string, text: string): Rule => ({ id, values, text });
  if (malignant >= highlySuggestiveFrom && spiculated && irregular) {
    return { category: 5, rules: [rule('highly-suggestive-mass', `5: ${words}`)] };
  }
  if (malignant > suspiciousAbove || spiculated) {
    const spiculation =
      malignant > suspiciousAbove
        ? []
        : [rule('spiculated', 'A spiculated margin is never probably benign.')];
    return { category: 4, rules: [rule('suspicious-mass', `4: ${words}`), ...spiculation] };
  }
  // Well-defined and less dense than gland: holds fat, as lipomas, oil cysts and hamartomas do (same source).
  if (circumscribed && density === 'low') {
    return { category: 2, rules: [rule('fat-containing-mass', `2: low-density, ${words}`)] };
  }
  return { category: 3, rules: [rule('probably-benign-mass', `3: ${words}`), notForScreening] };
}

function sizeWords({ sizeMm, sizePx }: JudgedMass): string {
  return sizeMm === null ? `${Math.round(sizePx)} px` : `${sizeMm.toFixed(1)} mm`;
}
