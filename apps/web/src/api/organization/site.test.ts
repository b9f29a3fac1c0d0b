// @vitest-environment jsdom
import { siteReply } from '@second-read/contract/accounts';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { fakeServer } from '../../testing/fake-server.ts';
import { demoSite, loginReply, productionSite } from '../../testing/fixtures.ts';
import { clearSession, startSession } from '../account/session.ts';
import { readSite, siteQuery } from './site.ts';

describe('the facts of an installation', () => {
  it.each([demoSite, productionSite])('read by hand are those the schema reads: $mode', (site) => {
    expect(readSite(site)).toEqual(siteReply.parse(site));
  });

  it('have defaults for missing fields, and no demo account', () => {
    expect(readSite(null)).toMatchObject({
      product_name: 'Second Read',
      mode: 'production',
      demo_account: null,
    });
  });

  it('contain no demo account outside demo mode', () => {
    expect(readSite({ ...demoSite, mode: 'production' }).demo_account).toBeNull();
  });
});

it('are asked for with the bearer token, where one is stored', async () => {
  const bearers: unknown[] = [];
  fakeServer({
    'GET /api/site/': ({ authorization }) => {
      bearers.push(authorization);
      return { status: 200, body: demoSite };
    },
  });
  await new QueryClient().fetchQuery(siteQuery);
  startSession(loginReply);
  await new QueryClient().fetchQuery(siteQuery);
  clearSession();
  vi.unstubAllGlobals();
  expect(bearers).toEqual([null, 'Bearer access-1']);
});
