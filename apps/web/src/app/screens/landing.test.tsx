import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearSession, startSession } from '../../api/account/session.ts';
import { fakeServer, ok } from '../../testing/fake-server.ts';
import { loginReply, productionSite } from '../../testing/fixtures.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { LandingScreen } from './LandingScreen.tsx';
import { BrainOverviewScreen, BreastOverviewScreen } from './OverviewScreen.tsx';

const open = () => renderApp([{ path: '/', Component: LandingScreen }], '/');

beforeEach(() => void fakeServer({ 'GET /api/site/': ok(productionSite) }));
afterEach(() => {
  cleanup();
  localStorage.clear();
  clearSession();
  vi.unstubAllGlobals();
});

describe('the landing page', () => {
  it('leads visitors to /login and signed-in users to /dashboard', () => {
    const { unmount } = open();
    expect(screen.getByRole('link', { name: 'Login to Demo' }).getAttribute('href')).toBe('/login');
    unmount();
    startSession(loginReply);
    open();
    expect(screen.getByRole('link', { name: 'Try Demo' }).getAttribute('href')).toBe('/dashboard');
  });

  it('qualifies its accuracy beside the claim and leads to what was measured', () => {
    open();
    const claim = screen.getByText('99.9% accuracy').closest('li');
    expect(claim?.textContent).toContain('Product claim, not a measured clinical result');
    expect(claim?.querySelector('a')?.getAttribute('href')).toBe('/performance');
    const handling = screen.getByRole('link', { name: 'HIPAA-compliant handling' });
    expect(handling.getAttribute('href')).toBe('/security');
  });

  it('holds a language and translates nothing', async () => {
    open();
    const picker = screen.getByLabelText<HTMLSelectElement>('Language');
    expect(
      within(picker)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['English', 'Spanish', 'French', 'German', 'Chinese', 'Japanese', 'Arabic']);
    await userEvent.selectOptions(picker, 'Japanese');
    expect(picker.value).toBe('Japanese');
    expect(screen.getByRole('link', { name: 'Login to Demo' })).toBeTruthy();
    cleanup();
    open();
    expect(screen.getByLabelText<HTMLSelectElement>('Language').value).toBe('Japanese');
  });

  it('keeps the language that was chosen before the program ran', () => {
    const prerendered = document.createElement('div');
    prerendered.id = 'root';
    prerendered.innerHTML =
      '<select aria-label="Language"><option>English</option><option selected>Arabic</option></select>';
    document.body.append(prerendered);
    open();
    prerendered.remove();
    expect(screen.getByLabelText<HTMLSelectElement>('Language').value).toBe('Arabic');
  });

  it('walks three steps and wraps at both ends', async () => {
    open();
    const current = () =>
      screen
        .getAllByRole('button', { name: /^Step \d/ })
        .find((dot) => dot.getAttribute('aria-current') === 'step')?.ariaLabel;
    expect(current()).toBe('Step 1: Upload');
    await userEvent.click(screen.getByRole('button', { name: 'Previous step' }));
    expect(current()).toBe('Step 3: Detailed report');
    await userEvent.click(screen.getByRole('button', { name: 'Next step' }));
    expect(current()).toBe('Step 1: Upload');
    await userEvent.click(screen.getByRole('button', { name: 'Step 2: AI analysis' }));
    expect(current()).toBe('Step 2: AI analysis');
  });

  it('names key features and leads to the full demo', () => {
    open();
    expect(screen.getByRole('heading', { name: 'Key features' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Try Full Demo' }).getAttribute('href')).toBe('/demo');
  });

  it('plays and pauses its recording, muted until unmuted', async () => {
    open();
    const video = screen.getByLabelText<HTMLVideoElement>(/^Screen recording/);
    vi.spyOn(video, 'play').mockImplementation(async () => void video.dispatchEvent(new Event('play')));
    vi.spyOn(video, 'pause').mockImplementation(() => void video.dispatchEvent(new Event('pause')));
    expect(video.muted).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Play' }));
    expect(await screen.findByRole('button', { name: 'Pause' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Pause' }));
    expect(await screen.findByRole('button', { name: 'Play' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Unmute' }));
    expect(video.muted).toBe(false);
    expect(screen.getByRole('button', { name: 'Mute' })).toBeTruthy();
  });
});

describe('an overview page', () => {
  it.each([
    ['breast', BreastOverviewScreen, '/breast-analysis'],
    ['brain', BrainOverviewScreen, '/brain-analysis'],
  ] as const)('of the %s reads "Login to Try", and "Try Analysis" once signed in', (_, Component, target) => {
    const { unmount } = renderApp([{ path: '/', Component }], '/');
    expect(screen.getByRole('link', { name: 'Login to Try' }).getAttribute('href')).toBe('/login');
    unmount();
    startSession(loginReply);
    renderApp([{ path: '/', Component }], '/');
    expect(screen.getByRole('link', { name: 'Try Analysis' }).getAttribute('href')).toBe(target);
  });
});
