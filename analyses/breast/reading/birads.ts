import type { Fraction, Millimetres, Pixels } from '@second-read/core/pixels/units';
import type { Rule } from '@second-read/core/reading/category';
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
}

export interface Birads {
  /** 0: incomplete, no category can be given from this picture (docs/decisions/023). */
  readonly category: 0 | 1 | 2 | 3 | 4 | 5;
  /** The rule that held first, and what else belongs to it. */
  readonly rules: readonly Rule[];
}

/** Chance of malignancy that parts the categories: ACR BI-RADS 5th edition, 3: up to 2 %, 4: up to 95 %. */
const suspiciousAbove: Fraction = 0.02;
const highlySuggestiveFrom: Fraction = 0.95;
/** Parts of category 4 (same source): A above 2 %, B above 10 %, C above 50 %. */
const moderateAbove: Fraction = 0.1;
const highAbove: Fraction = 0.5;

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
  const { mass, calcification, toJudge } = input;
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
  return { category: 1, rules: [rule('no-finding', '1: no finding above its threshold')] };
}

/** Of a mass by itself. */
export function massCategory(mass: JudgedMass): Birads {
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
    return { category: 4, rules: [rule('suspicious-mass', `4: ${words}`), suspicion(malignant)] };
  }
  // Well-defined and less dense than gland: holds fat, as lipomas, oil cysts and hamartomas do (same source).
  if (circumscribed && density === 'low') {
    return { category: 2, rules: [rule('fat-containing-mass', `2: low-density, ${words}`)] };
  }
  return { category: 3, rules: [rule('probably-benign-mass', `3: ${words}`), notForScreening] };
}

function suspicion(malignant: Fraction): Rule {
  const rule = (id: string, text: string): Rule => ({ id, values: { malignant }, text });
  if (malignant > highAbove) return rule('4C', '4C: high suspicion, probability above 50 %.');
  if (malignant > moderateAbove)
    return rule('4B', '4B: moderate suspicion, probability above 10 % and at most 50 %.');
  return malignant > suspiciousAbove
    ? rule('4A', '4A: low suspicion, probability above 2 % and at most 10 %.')
    : rule(
        '4A-spiculated',
        '4A: low suspicion; the probability is at most 2 %, but a spiculated margin is never probably benign.',
      );
}

function sizeWords({ sizeMm, sizePx }: JudgedMass): string {
  return sizeMm === null ? `${Math.round(sizePx)} px` : `${sizeMm.toFixed(1)} mm`;
}
