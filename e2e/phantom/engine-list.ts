import { engineList as product } from '@second-read/analyses/engine-list';
import type { EngineLoader } from '@second-read/core/analysis/engine';
import type { AnalysisId } from '@second-read/core/analysis/manifest';

export const engineList: Readonly<Record<AnalysisId, EngineLoader>> = {
  ...product,
  phantom: async () => (await import('./inserts/engine/engine.ts')).engine,
};
