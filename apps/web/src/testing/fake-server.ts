import { vi } from 'vitest';

/** A reply of the network in a component test; the real server is met in e2e/. */
export type FakeReply =
  | { status: number; body: unknown; headers?: Record<string, string> }
  | 'no response'
  | 'never';

/** Asked for a reply to one call; the body is what was sent as JSON. */
export type FakeRoute = (call: { body: unknown; authorization: string | null; url: URL }) => FakeReply;

/**
 * Stands in for the network until `vi.unstubAllGlobals()`. Keys are `METHOD /path/`, without a query.
 * @returns the calls made so far, in order, as `METHOD /path/?query`.
 */
export function fakeServer(routes: Readonly<Record<string, FakeRoute>>): string[] {
  const calls: string[] = [];
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const url = new URL(input, 'http://127.0.0.1');
    const method = init.method ?? 'GET';
    calls.push(`${method} ${url.pathname}${url.search}`);
    const route = routes[`${method} ${url.pathname}`];
    if (!route) throw new TypeError('Failed to fetch');
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const reply = route({ body, url, authorization: new Headers(init.headers).get('authorization') });
    if (reply === 'no response') throw new TypeError('Failed to fetch');
    if (reply === 'never') return new Promise(() => {});
    const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body);
    return new Response(text, { status: reply.status, ...(reply.headers && { headers: reply.headers }) });
  });
  return calls;
}

/** A call answered with 200. */
export function ok(body: unknown): FakeRoute {
  return () => ({ status: 200, body });
}
