import type { AnyFinding } from '@second-read/core/reading/reading';
import { bareFinding } from '@second-read/core/review/module-parts';
import { measurement, type OutlineMeasures } from '@second-read/core/review/outline-measures';

/** Where there is no lesion and no abnormality there is nothing to describe. */
export function rejected(finding: AnyFinding): AnyFinding {
  return { ...finding, descriptors: null };
}

export function added(type: string, id: string): AnyFinding {
  const descriptors = type === 'lesion' ? { whiteness: null } : { change: null };
  return { ...bareFinding(type, id), descriptors };
}

/**
 * The longest diameter follows where the picture has a scale; shares and quadrants need the outline of the
 * cervix: they go until a reader states them.
 */
export function outlined(finding: AnyFinding, { mm, isCalibrated }: OutlineMeasures): AnyFinding {
  if (finding.type !== 'lesion') return finding;
  const longest = mm !== null && isCalibrated ? [measurement('longest_diameter', mm.longest, 'mm')] : [];
  return { ...finding, measurements: longest };
}
