import { dashboardReply } from '@second-read/contract/accounts';
import { type App, callerOf } from '../../calls/caller.ts';
import type { AppContext } from '../../context.ts';
import { usageOf } from '../trials/index.ts';
import { presentUser } from './present-user.ts';

/** GET /api/accounts/dashboard/ */
export function dashboard(app: App, context: AppContext): void {
  app.get(
    '/api/accounts/dashboard/',
    { schema: { tags: ['accounts'], response: { 200: dashboardReply } } },
    async (request) => {
      const caller = callerOf(request);
      const usage = await usageOf(caller.userId, context);
      return {
        user: presentUser(caller),
        usage: usage.map(({ serviceType, used, allowed }) => ({
          service_type: serviceType,
          images_uploaded: used,
          image_upload_limit: allowed,
        })),
      };
    },
  );
}
