import { join } from 'node:path';
import { manifests } from '@second-read/analyses/manifests';
import type { AnalysisId } from '@second-read/core/analysis/manifest';
import { samplesFolder } from '../demo/index.ts';

export interface ShippedSample {
  readonly module: AnalysisId;
  readonly path: string;
}

/** The gallery's own entry decides the path: what was asked for is only compared. */
export function findSample({ module, file }: { module: string; file: string }): ShippedSample | undefined {
  const manifest = manifests.find(({ id }) => id === module);
  const entry = manifest?.gallery.find((each) => each.file === file);
  const folder = samplesFolder();
  if (!manifest || !entry || !folder) return undefined;
  return { module: manifest.id, path: join(folder, manifest.id, entry.file) };
}
