import type { Fraction } from '@second-read/core/pixels/units';
import type { Rule } from '@second-read/core/reading/category';
import { shareText } from '@second-read/core/report/percent';
import { margins, massDensities, massShapes } from '../../reading/schema.ts';
import { marginWords, shapeWords } from '../../report/lexicon.ts';
import { type MassDescription, massDefinition, massDensity, massShape } from '../masses/descriptors.ts';

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
  /** Above it nothing found is not called negative. */
  readonly mostMalignant: Fraction;
  /** Places below the operating points that a second, more sensitive point still marks. */
  readonly marksBelow: number;
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

/** The category by written rules, the first that holds; the trace says which and why. */
export function assessBirads(input: BiradsInput): Birads {
  const { mass, calcification, benignFinding, malignant, marksBelow } = input;
  const byMass = mass === null ? null : massCategory(mass);
  // A cluster is suspicious whatever a mass beside it looks like.
  if (calcification !== null && (byMass === null || byMass.category < 4)) {
    const words = `4: calcification cluster (a cluster at ${shareText(calcification)}), probability of malignancy in the picture ${shareText(malignant)}`;
    const rule = { id: 'calcification-cluster', values: { calcification, malignant }, text: words };
    return { category: 4, rules: [rule, ...(byMass?.rules ?? [])] };
  }
  if (byMass !== null) return byMass;
  const open = openQuestion(input);
  const rule = (id: string, text: string): Rule => ({ id, values: { malignant, marksBelow }, text });
  if (open !== null) return { category: 0, rules: [rule('open-question', `incomplete: ${open}`)] };
  if (benignFinding !== null) return { category: 2, rules: [rule('benign-finding', `2: ${benignFinding}`)] };
  const text = `1: no finding above its threshold, probability of malignancy ${shareText(malignant)}`;
  return { category: 1, rules: [rule('no-finding', text)] };
}

/**
 * Why a view without a finding, or with a benign node alone, is not called negative (docs/decisions/025);
 * null where it is.
 */
function openQuestion({ marksBelow, malignant, mostMalignant }: BiradsInput): string | null {
  if (marksBelow > 0)
    return `no finding at the operating point, ${marksBelow} ${marksBelow === 1 ? 'mark' : 'marks'} below it`;
  if (malignant <= mostMalignant) return null;
  return `probability of malignancy in the picture ${shareText(malignant)}, above ${shareText(mostMalignant)}, and no finding that explains it; further views`;
}

function massCategory(mass: NonNullable<BiradsInput['mass']>): Birads {
  const words = `${shapeWords[mass.shape]}, ${marginWords[mass.definition]} mass, ${sizeWords(mass)}, probability ${shareText(mass.malignant)}`;
  const irregular = mass.shape === massShape.irregular;
  const spiculated = mass.definition === massDefinition.spiculated;
  const circumscribed = mass.definition === massDefinition.wellDefined && !irregular;
  const rule = (id: string, text: string): Rule => ({ id, values: valuesOf(mass), text });
  if (mass.malignant >= highlySuggestiveFrom && spiculated && irregular) {
    return { category: 5, rules: [rule('highly-suggestive-mass', `5: ${words}`)] };
  }
  if (mass.malignant > suspiciousAbove || spiculated) {
    return { category: 4, rules: [rule('suspicious-mass', `4: ${words}`), suspicion(mass.malignant)] };
  }
  // Well-defined and less dense than gland: holds fat, as lipomas, oil cysts and hamartomas do (same source).
  if (circumscribed && mass.density === massDensity.low) {
    return { category: 2, rules: [rule('fat-containing-mass', `2: low-density, ${words}`)] };
  }
  return { category: 3, rules: [rule('probably-benign-mass', `3: ${words}`), notForScreening] };
}

function valuesOf({ malignant, definition, shape, density }: NonNullable<BiradsInput['mass']>) {
  const margin = margins[definition - 1] ?? null;
  return {
    malignant,
    margin,
    shape: massShapes[shape - 1] ?? null,
    density: massDensities[density - 1] ?? null,
  };
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

function sizeWords(mass: { readonly sizeMm: number | null; readonly sizePx: number }): string {
  return mass.sizeMm === null ? `${Math.round(mass.sizePx)} px` : `${mass.sizeMm.toFixed(1)} mm`;
}
