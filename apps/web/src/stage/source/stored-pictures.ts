import type { FindingType } from '@second-read/core/analysis/manifest';
import type { ImageRole } from '@second-read/core/report/document';
import { decodePicture } from './decode-picture.ts';
import { coloursIn, decodeLayer, findingsOnly, type LayerPicture, pixelsOf } from './layer-picture.ts';
import { fetchPicture } from './load-source.ts';
import type { Picture } from './picture.ts';
import { type StudyFacts, withDirections, withSpacing } from './study-spacing.ts';

/** The pictures of a stored report, loaded and decoded. */
export interface StoredPictures {
  /** The bytes as they came: what the PDF prints, after the signed links have expired too. */
  readonly blobs: Readonly<Partial<Record<ImageRole, Blob>>>;
  readonly original: Picture | null;
  readonly segmented: LayerPicture | null;
  /** As stored, or composed here from the segmented picture. */
  readonly overlay: LayerPicture | null;
  readonly isOverlayComposed: boolean;
  /** Which colours occur in the segmented picture, `#RRGGBB`. */
  readonly colours: ReadonlySet<string>;
}

interface StoredSource {
  readonly urls: Readonly<Partial<Record<ImageRole, string>>>;
  readonly types: readonly FindingType[];
  /** What is known of the picture that was read. */
  readonly study: StudyFacts;
}

/**
 * Loads every picture of a report.
 * @throws Error when one of them cannot be had or read.
 */
export async function loadStoredPictures(
  { urls, types, study }: StoredSource,
  signal: AbortSignal,
): Promise<StoredPictures> {
  const roles = ['original', 'segmented', 'overlay', 'figure'] as const;
  const found = roles.flatMap((role) => (urls[role] === undefined ? [] : [[role, urls[role]] as const]));
  const entries = await Promise.all(
    found.map(async ([role, url]) => [role, await fetchPicture(url, signal)] as const),
  );
  const blobs: Partial<Record<ImageRole, Blob>> = Object.fromEntries(entries);
  const [original, segmented, stored] = await Promise.all([
    blobs.original ? originalOf(blobs.original, study) : null,
    blobs.segmented ? decodeLayer(blobs.segmented) : null,
    blobs.overlay ? decodeLayer(blobs.overlay) : null,
  ]);
  const overlay = stored ?? (segmented && findingsOnly(segmented, types));
  const colours = segmented ? coloursIn(pixelsOf(segmented)) : new Set<string>();
  return { blobs, original, segmented, overlay, isOverlayComposed: stored === null, colours };
}

/**
 * The picture that was read, alone.
 * @throws Error when it cannot be had or read.
 */
export async function loadOriginal(url: string, study: StudyFacts, signal: AbortSignal): Promise<Picture> {
  return originalOf(await fetchPicture(url, signal), study);
}

async function originalOf(blob: Blob, study: StudyFacts): Promise<Picture> {
  return withDirections(withSpacing(await decodePicture(blob), study), study);
}
