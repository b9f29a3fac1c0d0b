import { cross, type ImageDirections } from '../../decode/directions.ts';
import { type PlaneName, planeOf, tiltDegrees } from '../../orientation/plane-name.ts';
import type { SliceFacts } from '../../series/slice-facts.ts';

/** Degrees between the slices' normal and the long axis of the body; null where the file does not say. */
export function tiltOf(facts: SliceFacts): number | null {
  const directions = directionsOf(facts);
  return directions === undefined ? null : tiltDegrees(cross(directions.row, directions.column), 2);
}

/** Undefined where the file does not say. */
export function slicePlane(facts: SliceFacts): PlaneName | undefined {
  const directions = directionsOf(facts);
  return directions && planeOf(directions);
}

function directionsOf({
  rowDirection: row,
  columnDirection: column,
}: SliceFacts): ImageDirections | undefined {
  if (row === undefined || column === undefined) return undefined;
  return Math.hypot(...cross(row, column)) > 0.5 ? { row, column } : undefined;
}
