import { manifests } from '@second-read/analyses/manifests';
import { analysisParams, progressReply } from '@second-read/contract/analyses';
import { type App, callerOf } from '../../calls/caller.ts';
import type { AppContext } from '../../context.ts';
import { findByKey } from './analyses.repository.ts';
import { reportIdOf } from './results/blob-keys.ts';

/** GET /api/{module}/progress/{key}/: how far the caller's own analysis is. */
export function progress(app: App, context: AppContext): void {
  for (const { apiPath, id: module } of manifests) {
    app.get(
      `/api/${apiPath}/progress/:key/`,
      { schema: { tags: [apiPath], params: analysisParams, response: { 200: progressReply } } },
      async (request) => {
        const { userId } = callerOf(request);
        const row = await findByKey(context.db, { userId, key: request.params.key, module });
        if (!row) return { state: 'unknown' as const, step: '', fraction: 0, report_id: null };
        const { state, step, fraction } = row;
        return { state, step, fraction, report_id: state === 'completed' ? reportIdOf(row) : null };
      },
    );
  }
}
