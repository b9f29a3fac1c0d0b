import type { GallerySample, ModuleManifest } from '@second-read/core/analysis/manifest';

/** Where a sample lies among the static files. */
export function sampleUrl(manifest: ModuleManifest, sample: GallerySample): string {
  return `/samples/${manifest.id}/${sample.file}`;
}
