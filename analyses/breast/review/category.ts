import type { Rule } from '@second-read/core/reading/category';
import { measured } from '@second-read/core/reading/measurement';
import { assessBirads } from '../engine/findings/birads.ts';
import { type BreastFinding, margins, massDensities, massShapes } from '../reading/schema.ts';

interface Given {
  readonly value: number;
  readonly rules: readonly Rule[];
}

type Mass = Extract<BreastFinding, { type: 'mass' }>;

/**
 * The category that findings lead to once a reader has looked: by the rules of the engine where the
 * malignancy of a mass was measured, else by its descriptors. What the engine alone weighs, its score for the
 * whole picture and marks below its operating point, no longer counts: the reader has decided what is there.
 */
export function biradsOf(findings: readonly BreastFinding[]): Given {
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
  const { category, rules } = assessBirads({
    mass: {
      definition: numberOf(margins, margin),
      shape: numberOf(massShapes, shape),
      density: numberOf(massDensities, density),
      sizeMm: measured(mass.measurements, 'longest_diameter', 'mm'),
      sizePx: measured(mass.measurements, 'longest_diameter', 'px') ?? 0,
      malignant: malignancy / 100,
    },
    ...{ calcification: null, benignFinding: null, malignant: 0, mostMalignant: 1, marksBelow: 0 },
  });
  return { value: category, rules };
}

/** Numbers of the specification begin at 1. */
function numberOf<T extends string>(codes: readonly [T, T, T], code: T): 1 | 2 | 3 {
  return (codes.indexOf(code) + 1 || 1) as 1 | 2 | 3;
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
