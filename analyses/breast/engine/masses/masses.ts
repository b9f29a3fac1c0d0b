import type { Calibration } from '../calibration.ts';
import { logOdds, probability } from '../classifier.ts';
import type { WorkingImage } from '../framing/working-image.ts';
import type { LesionMaps } from '../tissue/breast-network.ts';
import type { Tissue } from '../tissue/tissue.ts';
import { type MassContext, massContext, massFeatures } from './mass-features.ts';
import { type MassGrid, makeMassGrid } from './mass-grid.ts';
import { type Outline, traceOutline } from './outline.ts';
import { type BlobCandidate, blobCandidates, saliency } from './saliency.ts';

/** Kept down to low scores so that a FROC curve can be drawn. */
const keptCandidates = 20;

export interface MassCandidate extends BlobCandidate {
  readonly features: readonly number[];
  /** Probability that this is a lesion, calibrated on MIAS. */
  readonly lesion: number;
  /** Probability that this is a malignant lesion. */
  readonly malignant: number;
}

export interface MassSearch {
  readonly context: MassContext;
  /** Best first. */
  readonly candidates: readonly MassCandidate[];
}

/** Mass candidates of a breast, scored; null where there is no breast to search. */
export function searchMasses(
  working: WorkingImage,
  { tissue, lesions }: { readonly tissue: Tissue; readonly lesions: LesionMaps },
  calibration: Calibration,
): MassSearch | null {
  const grid = makeMassGrid(working, tissue, lesions);
  if (grid === null) return null;
  const found = saliency(grid);
  const context = massContext(grid, found);
  const scored = blobCandidates(grid, found).map((candidate) => score(context, candidate, calibration));
  return { context, candidates: separate(scored) };
}

function score(context: MassContext, candidate: BlobCandidate, calibration: Calibration): MassCandidate {
  const features = massFeatures(context, candidate);
  const lesion = probability(logOdds(calibration.mass, features));
  // Two models, of which one may be surer than the other: no malignant lesion is likelier than a lesion.
  const malignant = Math.min(lesion, probability(logOdds(calibration.malignantMass, features)));
  return { ...candidate, features, lesion, malignant };
}

/** Of candidates that lie within each other the better one stays. */
function separate(scored: readonly MassCandidate[]): MassCandidate[] {
  const kept: MassCandidate[] = [];
  for (const one of [...scored].sort((a, b) => b.lesion - a.lesion)) {
    const apart = kept.every(
      (other) => Math.hypot(other.x - one.x, other.y - one.y) > 0.6 * Math.max(other.radius, one.radius),
    );
    if (apart) kept.push(one);
    if (kept.length === keptCandidates) break;
  }
  return kept;
}

/** The margin of an accepted mass, in grid pixels. */
export function massOutline(context: MassContext, candidate: BlobCandidate): Outline {
  const { smooth, gx, gy, grid } = context;
  return traceOutline({ smooth, gx, gy, inside: grid.breast }, candidate);
}

/** Where a place of the grid lies in the working image, in its pixels. */
export function toFrame(grid: MassGrid, place: { readonly x: number; readonly y: number }) {
  return { x: grid.left + (place.x + 0.5) * grid.scale, y: grid.top + (place.y + 0.5) * grid.scale };
}
