import { siteReply } from '@second-read/contract/accounts';
import { describe, expect, it } from 'vitest';
import { demoSite, productionSite } from '../../testing/fixtures.ts';
import { readSite } from './site.ts';

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
