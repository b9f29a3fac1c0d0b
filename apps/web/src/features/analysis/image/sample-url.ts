import type { GallerySample, ModuleManifest } from '@second-read/core/analysis/manifest';

/**
 * The small picture of a sample: itself, but of a DICOM file, which no browser draws, the one that lies
 * beside it.
 */
export function thumbnailUrl(manifest: ModuleManifest, sample: GallerySample): string {
  return sampleUrl(manifest, sample).replace(/\.dcm$/i, '.thumbnail.webp');
}

/** Where a sample lies among the static files. */
export function sampleUrl(manifest: ModuleManifest, sample: GallerySample): string {
  return `/samples/${manifest.id}/${sample.file}`;
}
