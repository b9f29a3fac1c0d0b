import { manifests } from '@second-read/analyses/manifests';
import { analysisParams, cancelReply } from '@second-read/contract/analyses';
import { type App, callerOf } from '../../calls/caller.ts';
import type { AppContext } from '../../context.ts';
import { findAnalysis, findByKey } from './analyses.repository.ts';
import { endAnalysis } from './run/end-analysis.ts';

/** POST /api/{module}/cancel/{key}/: the caller's own analysis; one that has ended stays as it is. */
export function cancel(app: App, context: AppContext): void {
  for (const { apiPath, id: module } of manifests) {
    app.post(
      `/api/${apiPath}/cancel/:key/`,
      { schema: { tags: [apiPath], params: analysisParams, response: { 200: cancelReply } } },
      async (request) => {
        const { userId } = callerOf(request);
        const row = await findByKey(context.db, { userId, key: request.params.key, module });
        if (!row) return { state: 'unknown' as const };
        await endAnalysis({ id: row.id }, cancelled, context);
        return { state: (await findAnalysis(context.db, row.id))?.state ?? ('unknown' as const) };
      },
    );
  }
}

export const cancelled = {
  state: 'cancelled',
  errorCode: 'analysis_cancelled',
  errorMessage: 'The analysis was canceled.',
} as const;
