import type { AppContext } from '../../context.ts';
import type { App } from '../../http/caller.ts';
import { batchRoutes } from './batches/batch-routes.ts';
import { cancel } from './cancel.ts';
import { process } from './process.ts';
import { progress } from './progress.ts';
import { searchText } from './search-text.ts';

export { analyseSample, type Sample } from './analyse-sample.ts';
export { isSourceNeeded } from './analyses.repository.ts';
export { identityOfFile } from './identity-of-file.ts';
export { analysisMetrics } from './metrics.ts';
export { contentOf, type ReceivedFile } from './received-file.ts';
export { removeIdentity } from './remove-identity.ts';
export { analysesQueue } from './topics.ts';
export { registerAnalysisWorker } from './worker.ts';

export function analysisRoutes(app: App, context: AppContext): void {
  for (const route of [process, progress, cancel, searchText, ...batchRoutes]) route(app, context);
}
