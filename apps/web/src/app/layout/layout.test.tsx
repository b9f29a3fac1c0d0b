import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { clearSession, getSession, startSession } from '../../api/account/session.ts';
import { fakeServer, ok } from '../../testing/fake-server.ts';
import { demoSite, loginReply, productionSite } from '../../testing/fixtures.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { NotFoundScreen } from '../screens/NotFoundScreen.tsx';
import { Layout } from './Layout.tsx';

function open(address = '/', site = productionSite) {
  const calls = fakeServer({ 'GET /api/site/': ok(site), 'POST /api/accounts/logout/': ok('') });
  vi.stubGlobal('scrollTo', () => {});
  const app = renderApp(
    [
      {
        Component: Layout,
        children: [
          { path: '/', element: <p>Home screen</p> },
          { path: '/login', element: null },
          { path: '/dashboard', element: null },
          { path: '*', Component: NotFoundScreen },
        ],
      },
    ],
    address,
  );
  return { ...app, calls };
}

const menu = () => screen.getByRole('navigation', { name: 'Main' });
const menuWords = () => [...menu().querySelectorAll('a, button')].map((entry) => entry.textContent);

afterEach(() => {
  cleanup();
  localStorage.clear();
  clearSession();
  vi.unstubAllGlobals();
});

describe('the top bar', () => {
  it('offers visitors the overviews and Login', () => {
    open();
    expect(menuWords()).toEqual(['Breast Analysis', 'Brain CT Analysis', 'Login']);
  });

  it('hides Login on /login', () => {
    open('/login');
    expect(menuWords()).toEqual(['Breast Analysis', 'Brain CT Analysis']);
  });

  it('offers signed-in users Home, Dashboard, Analysis History and Logout', () => {
    startSession(loginReply);
    open('/dashboard');
    expect(menuWords()).toEqual(['Home', 'Dashboard', 'Analysis History', 'Logout']);
  });

  it('leaves the flag alone as it is, and calls nothing that needs a session', async () => {
    localStorage.setItem('isAuthenticated', 'true');
    window.dispatchEvent(new StorageEvent('storage', { key: 'isAuthenticated' }));
    const calls = open('/').calls;
    expect(menuWords()).toEqual(['Home', 'Dashboard', 'Analysis History', 'Logout']);
    await userEvent.hover(screen.getByRole('link', { name: 'Dashboard' }));
    await waitFor(() => expect(calls).toEqual(['GET /api/site/']));
    expect(getSession().isAuthenticated).toBe(true);
  });

  it('forgets the session on Logout and goes to the landing page', async () => {
    startSession(loginReply);
    const { router } = open('/dashboard');
    await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(getSession().isAuthenticated).toBe(false));
    expect(router.state.location.pathname).toBe('/');
    expect(menuWords()).toContain('Login');
  });

  it('shows the product name and, in demo mode only, the Demo banner', async () => {
    open('/', { ...demoSite, product_name: 'Reader Two' });
    expect((await screen.findAllByText('Reader Two')).length).toBeGreaterThan(0);
    expect(screen.getByText('Demo', { selector: 'strong' })).toBeTruthy();
    cleanup();
    open('/');
    await screen.findAllByText('Second Read');
    expect(screen.queryByText('Demo', { selector: 'strong' })).toBeNull();
  });

  it('folds into a menu that Escape closes', async () => {
    open();
    await userEvent.click(screen.getByRole('button', { name: 'Open menu' }));
    expect(screen.getByRole('button', { name: 'Close menu' }).getAttribute('aria-expanded')).toBe('true');
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Open menu' })).toBe(document.activeElement);
  });
});

describe('the theme', () => {
  it('is what was stored, whatever the system prefers', () => {
    localStorage.setItem('theme', 'dark');
    open();
    expect(document.documentElement.getAttribute('data-mantine-color-scheme')).toBe('dark');
  });

  it('is stored as dark or light under the key theme', async () => {
    localStorage.setItem('theme', 'light');
    open();
    await userEvent.click(screen.getByRole('button', { name: 'Switch to dark theme' }));
    expect(localStorage.getItem('theme')).toBe('dark');
    await userEvent.click(screen.getByRole('button', { name: 'Switch to light theme' }));
    expect(localStorage.getItem('theme')).toBe('light');
  });
});

describe('the footer', () => {
  it('carries three lists of links, the year and what the product is not', () => {
    open();
    for (const name of ['Product', 'Resources', 'Company']) {
      const list = screen.getByRole('navigation', { name });
      expect(within(list).getAllByRole('link').length).toBeGreaterThan(1);
    }
    const footer = screen.getByRole('contentinfo');
    expect(footer.textContent).toContain(`© ${new Date().getFullYear()} Second Read`);
    expect(footer.textContent).toContain('Research use only. Not for primary diagnosis.');
  });
});

describe('an address that is no screen', () => {
  it('reads "Page Not Found", with links and a support contact', async () => {
    open('/nowhere');
    expect(screen.getByRole('heading', { name: 'Page Not Found' })).toBeTruthy();
    const main = within(screen.getByRole('main'));
    expect(main.getByRole('link', { name: 'Go to Dashboard' }).getAttribute('href')).toBe('/dashboard');
    expect(main.getByRole('link', { name: 'Go to Home' }).getAttribute('href')).toBe('/');
    const support = await main.findByRole('link', { name: /help@example\.org/ });
    expect(support.getAttribute('href')).toBe('mailto:help@example.org');
  });
});
