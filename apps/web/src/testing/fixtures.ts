import type { LoginReply, SiteReply } from '@second-read/contract/accounts';

/** A signed-in user of a test. */
export const loginReply: LoginReply = {
  access: 'access-1',
  refresh: 'refresh-1',
  user: {
    id: 'u1',
    username: 'reader',
    email: 'reader@example.org',
    full_name: 'Test Reader',
    organisation: { id: 'o1', name: 'Test clinic', is_demo: false },
  },
};

export const demoSite: SiteReply = {
  product_name: 'Second Read',
  mode: 'demo',
  demo_account: { username: 'demo', password: 'demo-password' },
  max_upload_mb: 128,
  support_email: 'help@example.org',
  idle_minutes: 15,
};

export const productionSite: SiteReply = { ...demoSite, mode: 'production', demo_account: null };
