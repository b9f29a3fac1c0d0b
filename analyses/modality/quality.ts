import type { Acceptance } from '@second-read/core/analysis/engine';
import { luminance } from '@second-read/core/pixels/color/luminance';
import type { GreyPlane } from '@second-read/core/pixels/plane';
import { resize } from '@second-read/core/pixels/sampling/resize';
import { approximatePercentiles } from '@second-read/core/pixels/values/percentiles';
import { type GateView, reducedColour } from './reduced-colour.ts';

type Refused = Extract<Acceptance, { accepted: false }>;

/** Shortest side that is read. The smallest pictures any module learned from are 128 pixels. */
export const minSidePx = 64;

/** Below this share of its own scale the grey values do not make a picture. */
const minContrast = 0.03;

/**
 * Correlation of neighbouring pixels below which there is only noise; scans lie above 0.8, white noise at 0.
 */
const minCoherence = 0.35;

/** What can be refused without knowing what the picture shows; undefined where nothing is wrong. */
export function qualityRefusal(study: GateView): Refused | undefined {
  if (Math.min(study.width, study.height) < minSidePx) {
    const size = `${study.width} × ${study.height}`;
    return refused(
      'too_small',
      `The image is too small to be read (${size} pixels). Please upload the original image, at least ${minSidePx} pixels on its shorter side.`,
    );
  }
  const grey = study.colour === undefined ? study.grey : luminance(reducedColour(study.colour));
  if (isBlank(grey, study.bitsStored)) {
    return refused(
      'blank',
      'The image is blank: it shows one shade only. Please check the export and upload it again.',
    );
  }
  if (coherence(grey) < minCoherence) {
    return refused(
      'poor_quality',
      'The image shows nothing but noise. Please check the export and upload it again.',
    );
  }
  return undefined;
}

function refused(reason: Refused['reason'], message: string): Refused {
  return { accepted: false, score: 0, reason, message };
}

function isBlank(grey: GreyPlane, bitsStored: number): boolean {
  const [low = 0, darkest = 0, brightest = 0, high = 0] = approximatePercentiles(grey, [0, 0.005, 0.995, 1]);
  const scale = bitsStored <= 8 ? 255 : Math.max(Math.abs(low), Math.abs(high));
  return !(brightest - darkest > minContrast * scale);
}

/** Correlation between horizontally neighbouring pixels of the picture at 256 pixels or less a side. */
export function coherence(grey: GreyPlane): number {
  const plane = resize(grey, Math.min(grey.width, 256), Math.min(grey.height, 256));
  let [count, sumA, sumB, sumAA, sumBB, sumAB] = [0, 0, 0, 0, 0, 0];
  for (let y = 0; y < plane.height; y++) {
    for (let x = 1; x < plane.width; x++) {
      const a = plane.data[y * plane.width + x - 1] ?? 0;
      const b = plane.data[y * plane.width + x] ?? 0;
      count++;
      sumA += a;
      sumB += b;
      sumAA += a * a;
      sumBB += b * b;
      sumAB += a * b;
    }
  }
  const covariance = sumAB - (sumA * sumB) / count;
  const spread = Math.sqrt((sumAA - sumA ** 2 / count) * (sumBB - sumB ** 2 / count));
  return spread > 0 ? covariance / spread : 0;
}
