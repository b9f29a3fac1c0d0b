import type { SiteReply } from '@second-read/contract/accounts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { bearerOf, getSession } from '../account/session.ts';
import { apiHost } from '../calls/host.ts';

/** Defaults until the server has answered, or if it cannot be reached. */
const unknownSite: SiteReply = {
  product_name: 'Second Read',
  mode: 'production',
  demo_account: null,
  max_upload_mb: 128,
  support_email: 'support@secondread.example',
  idle_minutes: 15,
};

/** Public facts of this installation; they do not change while a page is open. */
export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: async ({ signal }) => {
    const response = await fetch(`${apiHost}/api/site/`, { signal, headers: bearerOf(getSession().access) });
    if (!response.ok) throw new Error(`Server error: ${response.status}`);
    return readSite(await response.json());
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/** Public facts of this installation, with plain defaults while they are unknown. */
export function useSite(): SiteReply {
  return useQuery(siteQuery).data ?? unknownSite;
}

/**
 * Reads the reply by hand, not by its schema: this is the one call of the public pages, and the schema
 * library is a sixth of all they may load.
 */
export function readSite(json: unknown): SiteReply {
  const fields: Readonly<Record<string, unknown>> = isRecord(json) ? json : {};
  const { product_name, support_email, max_upload_mb, mode, idle_minutes } = fields;
  return {
    product_name: typeof product_name === 'string' ? product_name : unknownSite.product_name,
    support_email: typeof support_email === 'string' ? support_email : unknownSite.support_email,
    max_upload_mb: typeof max_upload_mb === 'number' ? max_upload_mb : unknownSite.max_upload_mb,
    idle_minutes: typeof idle_minutes === 'number' ? idle_minutes : unknownSite.idle_minutes,
    mode: mode === 'demo' ? 'demo' : 'production',
    demo_account: mode === 'demo' ? readAccount(fields.demo_account) : null,
  };
}

function readAccount(json: unknown): SiteReply['demo_account'] {
  if (!isRecord(json)) return null;
  const { username, password } = json;
  return typeof username === 'string' && typeof password === 'string' ? { username, password } : null;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
