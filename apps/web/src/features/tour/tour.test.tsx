import { moduleOf } from '@second-read/analyses/catalogue';
import { manifests } from '@second-read/analyses/manifests';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { renderApp } from '../../testing/render-app.tsx';
import { preferencesNow, showPreferences } from '../../ui/preferences.ts';
import { FirstRun } from './FirstRun.tsx';
import { TourCard } from './TourCard.tsx';
import { isTour, nextOfTour, tourModules, tourPath } from './tour-address.ts';

afterEach(() => {
  cleanup();
  showPreferences({});
});

const show = (element: React.ReactNode) =>
  renderApp(
    [
      { path: '/', element },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    '/',
  );
const current = () =>
  [...document.querySelectorAll('[aria-current="step"]')].map(({ textContent }) => textContent);

describe('the guided first run', () => {
  it('leads through a sample of every module, once each', () => {
    expect(tourModules.map(({ id }) => id)).toEqual(manifests.map(({ id }) => id));
    const after = tourModules.map((manifest) => nextOfTour(manifest)?.id ?? null);
    expect(after).toEqual([...tourModules.slice(1).map(({ id }) => id), null]);
    for (const manifest of tourModules)
      expect(isTour(new URL(tourPath(manifest), 'http://host').searchParams)).toBe(true);
  });

  it('says what each of its samples shows', () => {
    for (const manifest of tourModules) {
      const { truth } = manifest.gallery[0] ?? {};
      if (truth === undefined) throw new Error(`${manifest.id}: nothing is said of the first sample`);
      show(<TourCard manifest={manifest} state="done" endPath="/dashboard" />);
      expect(current().join()).toContain(truth);
      cleanup();
    }
  });

  it('is offered until it was put off, and again to whoever asks for it', async () => {
    show(<FirstRun isAsked={false} />);
    expect(screen.getByRole('link', { name: 'Start' }).getAttribute('href')).toBe('/breast-analysis?tour=1');
    await userEvent.click(screen.getByRole('button', { name: 'Not now' }));
    expect(screen.queryByRole('link', { name: 'Start' })).toBeNull();
    cleanup();
    show(<FirstRun isAsked />);
    expect(screen.getByRole('link', { name: 'Start' })).toBeTruthy();
  });

  it('says what is to be done at each state of the screen, with the key that the account has', () => {
    const [first] = tourModules;
    if (!first) throw new Error('no module has a sample');
    const at = (state: 'chosen' | 'done') => {
      cleanup();
      show(<TourCard manifest={first} state={state} endPath="/dashboard" />);
      return current();
    };
    expect(at('chosen')).toEqual(['Press Analyze Image, or Ctrl Enter.']);
    showPreferences({ keys: { viewer: { outlines: 'q' } } });
    expect(at('done')[0]).toContain('press Q for outlines');
    expect(screen.getByRole('link', { name: /^Next: / })).toBeTruthy();
  });

  it('tells that several pictures of a patient are one exam, where a module reads exams', () => {
    for (const manifest of tourModules) {
      cleanup();
      show(<TourCard manifest={manifest} state="chosen" endPath="/dashboard" />);
      const told = screen.queryByText(/are one exam: one report, one charge\.$/);
      expect(told !== null).toBe(moduleOf(manifest.id).exam !== undefined);
    }
  });

  it('ends after the last module, and is then not offered any more', async () => {
    const last = tourModules.at(-1);
    if (!last) throw new Error('no module has a sample');
    const { router } = show(<TourCard manifest={last} state="done" endPath="/dashboard" />);
    const [, end] = screen.getAllByRole('link', { name: 'End the first run' });
    await userEvent.click(end as HTMLElement);
    expect([router.state.location.pathname, preferencesNow().tour_ended]).toEqual(['/dashboard', true]);
  });
});
