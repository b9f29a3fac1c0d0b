import type { App } from '../../calls/caller.ts';
import type { AppContext } from '../../context.ts';
import { fetchPicture } from './fetch-picture.ts';
import { pushReport } from './push-report.ts';
import { describePacs, listInstances, listSeries, searchStudies } from './search-pacs.ts';

export { registerPushWorker } from './push-worker.ts';
export { requirePacsOwner } from './require-pacs.ts';

export function pacsRoutes(app: App, context: AppContext): void {
  for (const route of [describePacs, searchStudies, listSeries, listInstances, fetchPicture, pushReport])
    route(app, context);
}
