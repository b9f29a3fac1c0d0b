import type { EngineLoader } from '@second-read/core/analysis/engine';
import type { AnalysisId } from '@second-read/core/analysis/manifest';

/** id → lazy engine. Server and command line only. */
export const engines = {
  breast: async () => (await import('./breast/engine/engine.ts')).engine,
  'brain-ct': async () => (await import('./brain-ct/engine/engine.ts')).engine,
  lung: async () => (await import('./lung/engine/engine.ts')).engine,
  cervix: async () => (await import('./cervix/engine/engine.ts')).engine,
} satisfies Record<AnalysisId, EngineLoader>;
