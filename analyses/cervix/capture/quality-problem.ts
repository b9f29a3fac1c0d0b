import type { LightMeasures } from './light.ts';
import type { Quality } from './sharpness.ts';

/** Two thirds of the least sharp of the 405 VIA and AnnoCerv training pictures (0.119; median 0.55). */
const minSharpness = 0.08;
/** Well outside the 64 to 199 of the same pictures. */
const brightnessRange = { min: 35, max: 230 } as const;

/**
 * Lugol's iodine: the 36 iodine pictures of the atlas lie above (least 0.40), 535 others below (most 0.37).
 */
const iodineFrom = 0.4;
/**
 * Green over red beyond every picture of white light (at most 1.3): a green filter takes the red that
 * whiteness is judged by.
 */
const greenFrom = 1.45;
/** Below: a picture without color. The palest of the sources has 0.09. */
const minSaturation = 0.04;
/** Well above the most burnt-out picture of the sources, 0.17. */
const maxBurnt = 0.3;

/** Why a photograph cannot be read. */
export type QualityProblem = 'dark' | 'overexposed' | 'glare' | 'colorless' | 'green' | 'iodine' | 'blurred';

/** The first that is wrong with the picture; null where nothing is. */
export function qualityProblemOf(measures: Quality & LightMeasures): QualityProblem | null {
  return exposureProblem(measures) ?? colorProblem(measures) ?? focusProblem(measures);
}

function exposureProblem({ brightness, burntShare }: Quality & LightMeasures): QualityProblem | null {
  if (brightness < brightnessRange.min) return 'dark';
  if (brightness > brightnessRange.max) return 'overexposed';
  return burntShare > maxBurnt ? 'glare' : null;
}

function colorProblem({ iodineShare, greenness, saturation }: LightMeasures): QualityProblem | null {
  if (saturation < minSaturation) return 'colorless';
  if (greenness >= greenFrom) return 'green';
  return iodineShare >= iodineFrom ? 'iodine' : null;
}

function focusProblem({ sharpness }: Quality): QualityProblem | null {
  return sharpness < minSharpness ? 'blurred' : null;
}
