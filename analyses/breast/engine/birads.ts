import type { Fraction } from '@second-read/core/pixels/units';
import { shareText } from '@second-read/core/report/percent';
import { marginWords, shapeWords } from '../report/lexicon.ts';
import { type MassDescription, massDefinition, massDensity, massShape } from './descriptors.ts';

/** What the rules look at. */
export interface BiradsInput {
  readonly mass:
    | (Pick<MassDescription, 'definition' | 'shape' | 'density' | 'sizeMm' | 'sizePx'> & {
        readonly malignant: Fraction;
      })
    | null;
  /** Probability that the cluster named in the report is one of calcifications; null for none. */
  readonly calcification: Fraction | null;
  /** A node with a fatty hilum. */
  readonly benignFinding: string | null;
  /** Probability that anything in the picture is malignant. */
  readonly malignant: Fraction;
}

export interface Birads {
  /** 0: incomplete, no category can be given from this picture (docs/decisions/021). */
  readonly category: 0 | 1 | 2 | 3 | 4 | 5;
  readonly trace: readonly string[];
}

/** Chance of malignancy that parts the categories: ACR BI-RADS 5th edition, 3: up to 2 %, 4: up to 95 %. */
const suspiciousAbove: Fraction = 0.02;
const highlySuggestiveFrom: Fraction = 0.95;
/** Parts of category 4 (same source): A above 2 %, B above 10 %, C above 50 %. */
const moderateAbove: Fraction = 0.1;
const highAbove: Fraction = 0.5;

const notForScreening =
  'Category 3 needs a full diagnostic work-up first, then six-month follow-up; it is not a final category for a screening image.';

/** The category by written rules, the first that holds; the trace says which and why. */
export function assessBirads(input: BiradsInput): Birads {
  const { mass, calcification, benignFinding } = input;
  const byMass = mass === null ? null : massCategory(mass);
  // A cluster is suspicious whatever a mass beside it looks like.
  if (calcification !== null && (byMass === null || byMass.category < 4)) {
    const words = `4: calcification cluster (a cluster at ${shareText(calcification)}), probability of malignancy in the picture ${shareText(input.malignant)}`;
    return { category: 4, trace: [words, ...(byMass?.trace ?? [])] };
  }
  if (byMass !== null) return byMass;
  // A benign node, or nothing, does not explain why the picture as a whole looks malignant.
  if (input.malignant > suspiciousAbove) {
    const score = `probability of malignancy in the picture ${shareText(input.malignant)}, above 2 %`;
    return { category: 0, trace: [`incomplete: ${score}, and no finding that explains it; further views`] };
  }
  if (benignFinding !== null) return { category: 2, trace: [`2: ${benignFinding}`] };
  return {
    category: 1,
    trace: [`1: no finding above its threshold, probability of malignancy ${shareText(input.malignant)}`],
  };
}

function massCategory(mass: NonNullable<BiradsInput['mass']>): Birads {
  const words = `${shapeWords[mass.shape]}, ${marginWords[mass.definition]} mass, ${sizeWords(mass)}, probability ${shareText(mass.malignant)}`;
  const irregular = mass.shape === massShape.irregular;
  const spiculated = mass.definition === massDefinition.spiculated;
  const circumscribed = mass.definition === massDefinition.wellDefined && !irregular;
  if (mass.malignant >= highlySuggestiveFrom && spiculated && irregular) {
    return { category: 5, trace: [`5: ${words}`] };
  }
  if (mass.malignant > suspiciousAbove || spiculated) {
    return { category: 4, trace: [`4: ${words}`, suspicion(mass.malignant)] };
  }
  // Well-defined and less dense than gland: holds fat, as lipomas, oil cysts and hamartomas do (same source).
  if (circumscribed && mass.density === massDensity.low) {
    return { category: 2, trace: [`2: low-density, ${words}`] };
  }
  return { category: 3, trace: [`3: ${words}`, notForScreening] };
}

function suspicion(malignant: Fraction): string {
  if (malignant > highAbove) return '4C: high suspicion, probability above 50 %.';
  if (malignant > moderateAbove) return '4B: moderate suspicion, probability above 10 % and at most 50 %.';
  return malignant > suspiciousAbove
    ? '4A: low suspicion, probability above 2 % and at most 10 %.'
    : '4A: low suspicion; the probability is at most 2 %, but a spiculated margin is never probably benign.';
}

function sizeWords(mass: { readonly sizeMm: number | null; readonly sizePx: number }): string {
  return mass.sizeMm === null ? `${Math.round(mass.sizePx)} px` : `${mass.sizeMm.toFixed(1)} mm`;
}
