import type { EngineLoader } from '@second-read/core/analysis/engine';
import type { AnalysisId } from '@second-read/core/analysis/manifest';

/** Of each module of the list the engine, loaded when first used. */
export const engineList: Readonly<Record<AnalysisId, EngineLoader>> = {
  breast: async () => (await import('./breast/engine/engine.ts')).engine,
  'brain-ct': async () => (await import('./brain-ct/engine/engine.ts')).engine,
  lung: async () => (await import('./lung/engine/engine.ts')).engine,
  cervix: async () => (await import('./cervix/engine/engine.ts')).engine,
};
