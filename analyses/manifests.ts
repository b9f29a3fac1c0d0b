import type { AnalysisId, ModuleManifest } from '@second-read/core/analysis/manifest';
import { manifestList } from './manifest-list.ts';

/**
 * What lists, filters and addresses need of the modules: no schema, wording or code of one is reached from
 * here, so that a screen without a report loads none. `catalogue.ts` gives the whole modules.
 */
export const manifests: readonly ModuleManifest[] = manifestList;

/** What a missing or unknown choice stands for, as specified: breast. */
export const firstManifest = first();

export const moduleIds: readonly AnalysisId[] = manifests.map(({ id }) => id);

const byId = new Map(manifests.map((manifest) => [manifest.id, manifest]));

/** @throws Error where no module has that id: ids that come from outside are checked before. */
export function manifestOf(id: AnalysisId): ModuleManifest {
  const manifest = byId.get(id);
  if (!manifest) throw new Error(`there is no module "${id}"`);
  return manifest;
}

function first(): ModuleManifest {
  const [manifest] = manifests;
  if (!manifest) throw new Error('there is no module');
  return manifest;
}
