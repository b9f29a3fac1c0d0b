import { siteReply } from '@second-read/contract/accounts';
import type { App } from '../../calls/caller.ts';
import type { AppContext } from '../../context.ts';

/** What the browser must know before anyone signs in. */
export function siteRoutes(app: App, { config }: Pick<AppContext, 'config'>): void {
  app.get(
    '/api/site/',
    { config: { access: 'public' }, schema: { tags: ['site'], security: [], response: { 200: siteReply } } },
    () => ({
      product_name: config.productName,
      mode: config.mode,
      demo_account: config.demoAccount && {
        username: config.demoAccount.username,
        password: config.demoAccount.password,
      },
      max_upload_mb: config.limits.uploadMb,
      support_email: config.supportEmail,
      idle_minutes: config.tokens.idleMinutes,
    }),
  );
}
