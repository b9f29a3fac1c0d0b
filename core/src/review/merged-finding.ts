import type { Side } from '../reading/finding.ts';
import type { Measurement, Unit } from '../reading/measurement.ts';
import type { AnyFinding } from '../reading/reading.ts';
import type { Region } from '../reading/region.ts';
import { regionOfBox } from '../reading/region-of-box.ts';

/** These add up; of lengths and of their shares the largest is that of the whole. */
const added: readonly Unit[] = ['mm2', 'mm3', 'px2', 'count'];
const largest: readonly Unit[] = ['mm', 'px', 'percent'];

/**
 * Findings of one picture as one: `lead` says what it is, the first has the id. Areas and counts are the sum,
 * unknown where that of a part is; lengths those of the longest part; shares and scores the highest where the
 * lead has them; what is none of these is the lead's.
 */
export function mergedFinding(
  parts: readonly AnyFinding[],
  lead: AnyFinding,
  picture: { readonly width: number; readonly height: number },
): AnyFinding {
  const { told: _, ...stated } = lead;
  const [first = lead] = parts;
  return {
    ...stated,
    id: first.id,
    certainty: null,
    measurements: mergedMeasurements(parts, lead),
    region: mergedRegion(parts, lead, picture),
    side: mergedSide(parts),
    madeOf: parts.flatMap(({ id, madeOf = [id] }) => madeOf),
  };
}

/** That with the largest length, in the unit that all have; undefined where none is measured. */
export function widest(parts: readonly AnyFinding[]): AnyFinding | undefined {
  const unit = lengths.find((each) =>
    parts.every(({ measurements }) => measurements.some((one) => one.unit === each)),
  );
  const size = ({ measurements }: AnyFinding) =>
    Math.max(...measurements.flatMap(({ unit: own, value }) => (own === unit ? value : [])));
  return unit && parts.toSorted((a, b) => size(b) - size(a))[0];
}

const lengths = ['mm', 'px'] as const;

function mergedMeasurements(parts: readonly AnyFinding[], lead: AnyFinding): Measurement[] {
  const all = parts.flatMap(({ measurements }) => measurements);
  const kinds = [...new Map(all.map((each) => [`${each.quantity} ${each.unit}`, each])).values()];
  return kinds.flatMap(({ quantity, unit }): Measurement[] => {
    const isIt = (each: Measurement) => each.quantity === quantity && each.unit === unit;
    const own = all.filter(isIt);
    if (unit === 'percent' && !lead.measurements.some(isIt)) return [];
    if (largest.includes(unit)) return own.toSorted((a, b) => b.value - a.value).slice(0, 1);
    if (!added.includes(unit)) return lead.measurements.filter(isIt);
    const sum = own.reduce((total, { value }) => total + value, 0);
    return own.length === parts.length ? [{ quantity, value: sum, unit, method: null }] : [];
  });
}

/** The box around all; the lead's region where the place of one is not known. */
function mergedRegion(
  parts: readonly AnyFinding[],
  { region }: AnyFinding,
  picture: { readonly width: number; readonly height: number },
): Region | null {
  const boxes = parts.flatMap((part) => part.region?.box ?? []);
  if (boxes.length < parts.length) return region;
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const width = Math.max(...boxes.map((box) => box.x + box.width)) - x;
  const height = Math.max(...boxes.map((box) => box.y + box.height)) - y;
  return regionOfBox({ x, y, width, height }, picture, region?.labelClass ?? null);
}

/** Of what is on both sides, or partly so, both; a side that is not known does not count. */
export function mergedSide(parts: readonly { readonly side: Side | null }[]): Side | null {
  const sides = new Set(parts.flatMap(({ side }) => side ?? []));
  const [side = null] = sides;
  return sides.size > 1 ? 'both' : side;
}
