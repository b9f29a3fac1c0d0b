import { manifests } from '@second-read/analyses/manifests';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { trySamples } from '../../features/landing/try-sample.ts';
import { fakeServer, ok } from '../../testing/fake-server.ts';
import { demoSite, productionSite } from '../../testing/fixtures.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { LandingScreen } from './LandingScreen.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = () => renderApp([{ path: '/', Component: LandingScreen }], '/');
const tryIt = () => screen.getByRole('region', { name: 'Try it now, without signing in' });
const address = 'POST /api/live-try/lung/ct_a0002_13_lung_window.png/';
const tried = {
  conclusion: 'Suspicious nodule, 8 mm.',
  findings: [
    { label: 'Nodule', colour: '#e69f00', state: 'Detected', confidence: 71.23 },
    { label: 'Consolidation', colour: '#cc79a7', state: 'Not Detected', confidence: null },
  ],
  picture: 'data:image/png;base64,iVBORw0KGgo=',
  milliseconds: 1234,
};

describe('the live try of the landing page', () => {
  it('offers samples that the galleries have', () => {
    for (const { module, file } of trySamples)
      expect(manifests.find(({ id }) => id === module)?.gallery.map((each) => each.file)).toContain(file);
  });

  it('has a sample read and shows what was found', async () => {
    fakeServer({ 'GET /api/site/': ok(demoSite), [address]: ok(tried) });
    open();
    await userEvent.click(await within(tryIt()).findByRole('button', { name: 'Chest CT' }));
    expect(await within(tryIt()).findByText('Suspicious nodule, 8 mm.')).toBeTruthy();
    const said = within(tryIt())
      .getAllByRole('listitem')
      .map((item) => item.textContent);
    expect(said).toEqual(expect.arrayContaining(['Nodule71.2 %', 'ConsolidationNot Detected']));
    expect(
      within(tryIt())
        .getByAltText(/what the engine found/)
        .getAttribute('src'),
    ).toBe(tried.picture);
    expect(within(tryIt()).getByText(/Read in 1.2 s.*Not for primary diagnosis/)).toBeTruthy();
  });

  it('shows a report of its first sample to who comes by, without being asked', async () => {
    class Seen {
      readonly #tell: (entries: readonly { isIntersecting: boolean }[]) => void;
      constructor(tell: (entries: readonly { isIntersecting: boolean }[]) => void) {
        this.#tell = tell;
      }
      observe() {
        this.#tell([{ isIntersecting: true }]);
      }
      disconnect() {}
    }
    vi.stubGlobal('IntersectionObserver', Seen);
    const first = 'POST /api/live-try/breast/cesm_p276_l_dm_cc.png/';
    fakeServer({ 'GET /api/site/': ok(demoSite), [first]: ok(tried) });
    open();
    expect(await within(tryIt()).findByText('Suspicious nodule, 8 mm.')).toBeTruthy();
  });

  const busy = 'Somebody else is trying the engine. Please try again in a moment.';
  const busyFor = (seconds: number) => ({
    status: 429,
    body: { error: busy, code: 'too_many_requests' },
    headers: { 'retry-after': String(seconds) },
  });

  it('waits for a turn while others are trying', async () => {
    let asked = 0;
    const second = () => {
      asked += 1;
      return asked < 2 ? busyFor(0.3) : { status: 200, body: tried };
    };
    fakeServer({ 'GET /api/site/': ok(demoSite), [address]: second });
    open();
    await userEvent.click(await within(tryIt()).findByRole('button', { name: 'Chest CT' }));
    expect(await within(tryIt()).findByText(/Waiting for a turn/)).toBeTruthy();
    expect(await within(tryIt()).findByText('Suspicious nodule, 8 mm.')).toBeTruthy();
    expect(asked).toBe(2);
  });

  it('says so where a turn is too far away', async () => {
    fakeServer({ 'GET /api/site/': ok(demoSite), [address]: () => busyFor(61) });
    open();
    await userEvent.click(await within(tryIt()).findByRole('button', { name: 'Chest CT' }));
    expect(await within(tryIt()).findByText(busy)).toBeTruthy();
  });

  it('asks to sign in where the server is no demo', () => {
    fakeServer({ 'GET /api/site/': ok(productionSite) });
    open();
    for (const button of within(tryIt()).getAllByRole('button'))
      expect(button).toHaveProperty('disabled', true);
    expect(tryIt().textContent).toContain('on this one, please sign in');
  });
});

describe('the figures of the landing page', () => {
  it('are those of the evaluations, what is wrongly named beside what is named', () => {
    fakeServer({ 'GET /api/site/': ok(productionSite) });
    open();
    const table = screen.getByRole('table');
    const rows = within(table).getAllByRole('row').slice(1);
    expect(rows).toHaveLength(4);
    for (const row of rows) {
      const [named, wrong, on] = within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent ?? '');
      expect(Number(named)).toBeGreaterThan(0);
      expect(Number(named)).toBeLessThan(100);
      expect(wrong).toMatch(/^\d+ (false marks on 100 images|of 100 (slices|images) without one)$/);
      expect(on).toMatch(/^\d+ .*(have not seen)$/);
    }
  });
});

describe('the install command', () => {
  it('is copied by its button', async () => {
    fakeServer({ 'GET /api/site/': ok(productionSite) });
    const user = userEvent.setup();
    open();
    await user.click(screen.getByRole('button', { name: 'Copy command' }));
    expect(await navigator.clipboard.readText()).toBe('npm start');
    expect(screen.getByText('Copied')).toBeTruthy();
  });
});
