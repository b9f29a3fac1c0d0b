import type { AnalysisId } from '@second-read/core/analysis/manifest';
import { type Metrics, readMetrics } from './read-metrics.ts';

/** Written by the evaluation of each module, never by hand; absent where none has run. */
const files = import.meta.glob('../../../../../analyses/*/model/metrics.json', { import: 'default' });

/** The measured figures of a module, or of the gate they share; null where nothing was measured yet. */
export async function loadEvaluation(folder: AnalysisId | 'modality'): Promise<Metrics | null> {
  const load = files[`../../../../../analyses/${folder}/model/metrics.json`];
  return load ? readMetrics(await load()) : null;
}
