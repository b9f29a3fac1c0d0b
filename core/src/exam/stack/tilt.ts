import type { SliceFacts, Vector } from '../../series/slice-facts.ts';

/** A head's gantry is tilted by up to 30 degrees; what leans further is a coronal or sagittal picture. */
const maxTilt = 40;

/** Degrees between the slices' normal and the long axis of the body; null where the file does not say. */
export function tiltDegrees(facts: SliceFacts): number | null {
  const normal = normalOf(facts);
  if (normal === undefined) return null;
  return (Math.acos(Math.min(1, Math.abs(normal[2]))) * 180) / Math.PI;
}

/** Undefined where the file does not say. */
export function isAxial(facts: SliceFacts): boolean | undefined {
  const tilt = tiltDegrees(facts);
  return tilt === null ? undefined : tilt <= maxTilt;
}

function normalOf({ rowDirection, columnDirection }: SliceFacts): Vector | undefined {
  if (rowDirection === undefined || columnDirection === undefined) return undefined;
  const [a, b, c] = rowDirection;
  const [d, e, f] = columnDirection;
  const cross: Vector = [b * f - c * e, c * d - a * f, a * e - b * d];
  const length = Math.hypot(...cross);
  return length > 0.5 ? [cross[0] / length, cross[1] / length, cross[2] / length] : undefined;
}
