import type { App } from '../../calls/caller.ts';
import type { AppContext } from '../../context.ts';
import { batchRoutes } from './batches/batch-routes.ts';
import { cancel } from './cancel.ts';
import { searchText } from './intake/search-text.ts';
import { process } from './process.ts';
import { progress } from './progress.ts';

export { analyseSample, type Sample } from './analyse-sample.ts';
export { extentOfAnalyses, isAnalyzing } from './analyses.repository.ts';
export { prepareFile } from './intake/prepare-upload.ts';
export { contentOf, type ReceivedFile } from './intake/received-file.ts';
export { neededSources } from './kept-sources.repository.ts';
export { countMadeBefore, isMadeBefore } from './made-before.ts';
export { analysisMetrics } from './run/metrics.ts';
export { analysesQueue } from './run/topics.ts';
export { registerAnalysisWorker } from './run/worker.ts';

export function analysisRoutes(app: App, context: AppContext): void {
  for (const route of [process, progress, cancel, searchText, ...batchRoutes]) route(app, context);
}
