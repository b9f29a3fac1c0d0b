import type { AnyFinding } from '@second-read/core/reading/reading';
import { bareFinding } from '@second-read/core/review/module-parts';
import { lengths, type OutlineMeasures, withQuantities } from '@second-read/core/review/outline-measures';
import { outlineCenter } from '@second-read/core/review/outline-region';
import type { OutlinedOn } from '@second-read/core/review/review-module';
import { placeBy } from '../reading/place.ts';

const undescribed = {
  mass: { margin: null, density: null, shape: null, calcified: null, place: null },
  axilla: { fattyHilum: null },
} as const;

/** Where there is no mass or node there is nothing to describe; the breast's tissue is always there. */
export function rejected(finding: AnyFinding): AnyFinding {
  return finding.type === 'breast tissue' ? finding : { ...finding, descriptors: null };
}

export function added(type: string, id: string): AnyFinding {
  const descriptors = type === 'mass' ? undescribed.mass : type === 'axilla' ? undescribed.axilla : null;
  return { ...bareFinding(type, id), descriptors };
}

/** Computed on the machine's outline, by measures that a review does not have. */
const ofTheMachine: ReadonlySet<string> = new Set(['share_of_breast_width', 'estimated_diameter']);

/** Side, place and longest diameter follow; what was computed on the machine's outline goes. */
export function outlined(
  drawn: AnyFinding,
  measures: OutlineMeasures,
  { machine, outline, picture }: OutlinedOn,
): AnyFinding {
  // All of one image lies on its side.
  const side = machine.findings.find((each) => each.side !== null)?.side ?? drawn.side;
  const finding = { ...drawn, side };
  if (finding.type !== 'mass') return finding;
  const at = outlineCenter(outline, picture);
  const { view } = machine.input;
  const place = at && typeof view === 'string' ? placeBy(machine.landmarks, at, view) : null;
  const others = finding.measurements.filter(({ quantity }) => !ofTheMachine.has(quantity));
  const { atBorder: _, ...descriptors } = finding.descriptors ?? {};
  return {
    ...finding,
    descriptors: { ...descriptors, ...(place && { place }) },
    measurements: withQuantities(others, lengths('longest_diameter', 'longest', measures)),
  };
}
