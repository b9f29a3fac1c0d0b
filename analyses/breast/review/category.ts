import type { Rule } from '@second-read/core/reading/category';
import { measured } from '@second-read/core/reading/measurement';
import { benignCoarse, massCategory } from '../reading/birads.ts';
import type { BreastFinding, BreastReading } from '../reading/schema.ts';
import { areBenign, calcificationsToJudge } from '../reading/to-judge.ts';

interface Given {
  readonly value: number;
  readonly rules: readonly Rule[];
}

type Mass = Extract<BreastFinding, { type: 'mass' }>;

/**
 * The category that findings lead to once a reader has looked: by the rules of the engine where the
 * malignancy of a mass was measured, else by its descriptors. Beside calcifications that are to be judged
 * nothing is negative or benign.
 */
export function biradsOf({
  findings,
  facts: { spread, coarse },
}: Pick<BreastReading, 'findings' | 'facts'>): Given {
  const given = ofFindings(findings);
  if (given.value !== 1 && given.value !== 2) return given;
  const toJudge = calcificationsToJudge(spread !== undefined, coarse);
  if (toJudge !== null) return { value: 0, rules: [ruleOf('open-question', `incomplete: ${toJudge}`)] };
  return given.value === 1 && areBenign(coarse)
    ? { value: benignCoarse.category, rules: benignCoarse.rules }
    : given;
}

function ofFindings(findings: readonly BreastFinding[]): Given {
  const found = findings.filter(({ state }) => state === 'found');
  const masses = found.filter((finding): finding is Mass => finding.type === 'mass').map(ofMass);
  const worst = masses.toSorted((a, b) => rank(b.value) - rank(a.value))[0];
  const hasCluster = found.some(({ type }) => type === 'calcification');
  if (hasCluster && (worst === undefined || worst.value < 4)) {
    const rule = ruleOf('calcification-cluster', '4: grouped calcifications');
    return { value: 4, rules: [rule, ...(worst?.rules ?? [])] };
  }
  if (worst !== undefined) return worst;
  const benign = found.some(({ type, descriptors }) => type === 'axilla' && isFatty(descriptors));
  return benign
    ? { value: 2, rules: [ruleOf('benign-finding', '2: axillary node with a fatty hilum')] }
    : { value: 1, rules: [ruleOf('no-finding', '1: no finding after review')] };
}

/** The most suspicious of masses that are one; clusters are alike. */
export function leadOf(parts: readonly BreastFinding[]): BreastFinding | undefined {
  return parts.toSorted((a, b) => rank(ofFindings([b]).value) - rank(ofFindings([a]).value))[0];
}

/** A mass that cannot be judged goes before one that is benign and after one that is suspicious. */
function rank(value: number): number {
  return value === 0 ? 3.5 : value;
}

function isFatty(descriptors: BreastFinding['descriptors']): boolean {
  return descriptors !== null && 'fattyHilum' in descriptors && descriptors.fattyHilum === true;
}

function ruleOf(id: string, text: string): Rule {
  return { id, values: {}, text };
}

function ofMass(mass: Mass): Given {
  const { margin = null, shape = null, density = null } = mass.descriptors ?? {};
  const malignancy = measured(mass.measurements, 'malignancy');
  if (malignancy === null || margin === null || shape === null || density === null) {
    return byDescriptors({ margin, shape, density });
  }
  const { category, rules } = massCategory({
    ...{ margin, shape, density },
    sizeMm: measured(mass.measurements, 'longest_diameter', 'mm'),
    sizePx: measured(mass.measurements, 'longest_diameter', 'px') ?? 0,
    malignant: malignancy / 100,
  });
  return { value: category, rules };
}

type Described = { [Name in 'margin' | 'shape' | 'density']: NonNullable<Mass['descriptors']>[Name] };

/**
 * ACR BI-RADS 5th edition, masses: a spiculated margin, an indistinct one or an irregular shape is
 * suspicious, all three with high density highly suggestive; circumscribed with fat benign, circumscribed
 * without probably benign.
 */
export function byDescriptors({ margin, shape, density }: Described): Given {
  const words = `${[density && `${density}-density`, shape, 'mass'].filter(Boolean).join(' ')}${margin === null ? '' : `, ${margin} margin`}`;
  const given = (value: number, id: string): Given => ({ value, rules: [ruleOf(id, `${value}: ${words}`)] });
  if (margin === 'spiculated' && shape === 'irregular' && density === 'high')
    return given(5, 'highly-suggestive-mass');
  if (margin === 'spiculated' || margin === 'indistinct' || shape === 'irregular')
    return given(4, 'suspicious-mass');
  if (margin === null || shape === null) {
    const rule = ruleOf('undescribed-mass', 'incomplete: a mass without margin or shape cannot be judged');
    return { value: 0, rules: [rule] };
  }
  return density === 'low' ? given(2, 'fat-containing-mass') : given(3, 'probably-benign-mass');
}
