import type { Engine } from '@second-read/core/analysis/engine';
import { inStandardDisplay } from '@second-read/core/analysis/in-standard-display';
import type { AnalysisId } from '@second-read/core/analysis/manifest';
import { engineList } from './engine-list.ts';
import { manifestOf } from './manifests.ts';

/**
 * Server and command line only.
 * @throws Error where no module has that id.
 */
export async function loadEngine(id: AnalysisId): Promise<Engine> {
  const load = engineList[id];
  if (!load) throw new Error(`module "${id}" has no engine`);
  return inStandardDisplay(await load(), manifestOf(id));
}
