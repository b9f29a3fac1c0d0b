import { manifests } from '@second-read/analyses/manifests';
import { reportsQuery, reportsReply } from '@second-read/contract/reports';
import { type App, callerOf, clientOf } from '../../../calls/caller.ts';
import type { AppContext } from '../../../context.ts';
import { pageOfReports } from './list-reports.ts';

/** GET /api/{module}/my-reports/: the caller's own. */
export function myReports(app: App, context: AppContext): void {
  for (const { apiPath, id: module } of manifests) {
    app.get(
      `/api/${apiPath}/my-reports/`,
      { schema: { tags: [apiPath], querystring: reportsQuery, response: { 200: reportsReply } } },
      (request) =>
        pageOfReports(
          { module, scope: 'mine', query: request.query },
          callerOf(request),
          clientOf(request),
          context,
        ),
    );
  }
}
