import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { signIn } from '../support/clinician.ts';
import { notFoundScreen, protectedScreens, publicScreens } from '../support/screens.ts';
import { boxOf } from '../support/stage.ts';

/** Opens `path` and returns every address the page went through, redirects inside the application too. */
async function addressesOf(page: Page, path: string, heading: string): Promise<string[]> {
  const addresses: string[] = [];
  const note = () => addresses.push(new URL(page.url()).pathname);
  page.on('framenavigated', note);
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
  page.off('framenavigated', note);
  return addresses;
}

/**
 * The hydrated landing page: its elements are final.
 */
async function openLanding(page: Page): Promise<void> {
  await page.goto('/');
  await expect(page.locator('#root[data-mounted]')).toBeAttached();
}

const linkOf = (page: Page, list: string) => page.getByRole('navigation', { name: list }).getByRole('link');

test('visitors reach every public screen, and protected ones only through /login', async ({ browser }) => {
  for (const { path, heading } of publicScreens) {
    const visitor = await browser.newContext();
    const page = await visitor.newPage();
    expect.soft(await addressesOf(page, path, heading)).not.toContain('/login');
    expect.soft(page.url()).toMatch(new RegExp(`${path}$`));
    await visitor.close();
  }
  for (const { path, heading } of protectedScreens) {
    const visitor = await browser.newContext();
    const page = await visitor.newPage();
    // The demo signs in by itself at /login and then leads back.
    expect.soft(await addressesOf(page, path, heading)).toContain('/login');
    expect.soft(page.url()).toMatch(new RegExp(`${path}$`));
    await visitor.close();
  }
});

test('links have the color of the product, and samples their columns on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openLanding(page);
  const colors = await page
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => getComputedStyle(link).color));
  expect(colors.length).toBeGreaterThan(5);
  expect(colors).not.toContain('rgb(0, 0, 238)');
  const samples = page.getByRole('list', { name: 'Sample images' }).getByRole('button');
  await expect(samples).toHaveCount(4);
  for (const sample of await samples.all()) {
    const [{ x, width }, inner] = [await boxOf(sample), await sample.evaluate((each) => each.scrollWidth)];
    expect(x + width).toBeLessThanOrEqual(390 - 16);
    expect(inner).toBeLessThanOrEqual(Math.ceil(width));
  }
});

test('the flag isAuthenticated alone reads "Try Analysis", and a protected screen then leads to sign-in', async ({
  page,
}) => {
  await page.addInitScript(() => {
    if (!sessionStorage.getItem('seen')) localStorage.setItem('isAuthenticated', 'true');
    sessionStorage.setItem('seen', 'yes');
  });
  for (const path of ['/breast-overview', '/brain-ct-overview']) {
    await page.goto(path);
    await expect(page.getByRole('link', { name: 'Try Analysis' })).toBeVisible();
    await page.mouse.click(5, 400);
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('link', { name: 'Try Analysis' })).toBeVisible();
  }
});

test('what an older version stored never leaves a blank page', async ({ page }) => {
  await openLanding(page);
  for (const user of ['{}', 'null', '{', '[1]', '{"id":"1","organisation":null}']) {
    await page.evaluate((text) => {
      for (const key of ['access', 'refresh', 'theme', 'language', 'preferences'])
        localStorage.setItem(key, text);
      localStorage.setItem('user', text);
      localStorage.setItem('isAuthenticated', 'true');
    }, user);
    for (const path of ['/', '/dashboard', '/analysis-history', '/breast-analysis', '/account']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 }).first(), `${path} ${user}`).toBeVisible();
    }
  }
});

test('the links of bar and footer work for visitors and signed-in users', async ({ page, request }) => {
  await openLanding(page);
  const menu = linkOf(page, 'Main');
  await expect(menu).toHaveText(['Breast Analysis', 'Brain CT Analysis', 'Login']);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Second Read' })).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCSS('position', /fixed|sticky/);
  await menu.getByText('Brain CT Analysis').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Brain CT Analysis' })).toBeVisible();

  const footer = page.getByRole('contentinfo');
  await expect(footer).toContainText(`© ${new Date().getFullYear()} Second Read`);
  await expect(footer).toContainText('Research use only. Not for primary diagnosis.');
  for (const list of ['Product', 'Resources', 'Company']) {
    await expect(page.getByRole('heading', { level: 2, name: list })).toBeVisible();
  }
  const targets = await footer
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  for (const target of targets) {
    if (target.startsWith('mailto:')) {
      expect.soft(target).toMatch(/^mailto:\S+@\S+$/);
      continue;
    }
    expect.soft((await request.get(target)).status(), target).toBe(200);
    await page.goto(target);
    await expect.soft(page.getByRole('heading').first(), target).toBeVisible();
    await expect.soft(page.getByRole('heading', { name: notFoundScreen.heading })).toBeHidden();
  }

  await signIn(page);
  await page.goto('/dashboard');
  await expect(menu).toHaveText(['Home', 'Dashboard', 'Analysis History']);
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  await menu.getByText('Analysis History').click();
  await page.waitForURL('**/analysis-history');
  await menu.getByText('Home').click();
  await page.getByRole('link', { name: 'Try Demo' }).click();
  await page.waitForURL('**/dashboard');
  for (const [path, target] of [
    ['/breast-overview', '/breast-analysis'],
    ['/brain-ct-overview', '/brain-analysis'],
  ]) {
    await page.goto(path ?? '');
    await page.getByRole('link', { name: 'Try Analysis' }).click();
    await page.waitForURL(`**${target}`);
  }
});

test('overview pages lead visitors to the sign-in', async ({ page }) => {
  for (const path of ['/breast-overview', '/brain-ct-overview']) {
    await page.goto(path);
    await expect(page.getByRole('link', { name: 'Login to Try' })).toHaveAttribute('href', '/login');
    await page.evaluate(() => localStorage.setItem('isAuthenticated', 'yes'));
    await page.reload();
    await expect(page.getByRole('link', { name: 'Login to Try' })).toBeVisible();
    await page.evaluate(() => localStorage.clear());
  }
});

test('the landing page shows claims with what qualifies them, three steps, a recording and languages', async ({
  page,
}) => {
  await openLanding(page);
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Login to Demo' })).toHaveAttribute('href', '/login');
  await expect(main.getByRole('heading', { level: 2 })).toHaveText([
    'Marks and measures',
    'Writes the report',
    'Runs on your server',
    'Try it now, without signing in',
    'What it finds, and what it gets wrong',
    'From image to report in three steps',
    'See it read',
    'Run it on your own server',
  ]);

  const claim = main.getByText('99.9% accuracy', { exact: true });
  const qualifier = main.getByText('Product claim, not a measured clinical result');
  const sizeOf = (text: typeof claim) => text.evaluate((element) => getComputedStyle(element).fontSize);
  await expect.poll(() => sizeOf(qualifier)).toBe(await sizeOf(claim));
  const [claimBox, qualifierBox] = [await claim.boundingBox(), await qualifier.boundingBox()];
  expect(Math.abs((qualifierBox?.y ?? 0) - (claimBox?.y ?? 0))).toBeLessThan(40);
  const claims = main.getByRole('listitem').filter({ has: page.getByText('99.9% accuracy') });
  await expect(claims.getByRole('link')).toHaveAttribute('href', '/performance');
  await expect(main.getByRole('link', { name: 'HIPAA-compliant handling' })).toHaveAttribute(
    'href',
    '/security',
  );

  const picker = main.getByLabel('Language');
  await expect(picker.getByRole('option')).toHaveText([
    'English',
    'Spanish',
    'French',
    'German',
    'Chinese',
    'Japanese',
    'Arabic',
  ]);
  await picker.selectOption('Arabic');
  await expect(picker).toHaveValue('Arabic');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('A second reader for medical images');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');

  const carousel = main.getByRole('region', { name: 'How it works' });
  const shown = carousel.locator('[aria-roledescription="slide"]:not([inert])');
  await expect(shown).toContainText('Upload');
  await expect(shown).toContainText('DICOM, JPEG or PNG');
  await carousel.getByRole('button', { name: 'Previous step' }).click();
  await expect(shown).toContainText('Detailed report');
  await expect(shown.getByRole('heading')).toBeInViewport();
  await carousel.getByRole('button', { name: 'Next step' }).click();
  await expect(shown).toContainText('Upload');
  await carousel.getByRole('button', { name: 'Step 2: AI analysis' }).click();
  await expect(shown).toContainText('AI analysis');
  await expect(shown.getByRole('heading')).toBeInViewport();

  await expect(main.getByRole('heading', { name: 'Key features' })).toBeVisible();
  await expect(main.getByRole('link', { name: 'Try Full Demo' })).toHaveAttribute('href', '/demo');

  const video = main.locator('video');
  const state = () => video.evaluate((element: HTMLVideoElement) => [element.paused, element.muted]);
  await expect.poll(() => state()).toEqual([true, true]);
  await main.getByRole('button', { name: 'Play' }).click();
  await main.getByRole('button', { name: 'Unmute' }).click();
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(0);
  await expect.poll(() => state()).toEqual([false, false]);
  await main.getByRole('button', { name: 'Mute', exact: true }).click();
  await main.getByRole('button', { name: 'Pause' }).click();
  await expect.poll(() => state()).toEqual([true, true]);
});

test('a visitor has the engine read a sample, and copies the command', async ({ page }) => {
  await openLanding(page);
  const part = page.getByRole('region', { name: 'Try it now, without signing in' });
  const place = () =>
    part.evaluate((element) => [element.getBoundingClientRect().top + scrollY, element.clientHeight]);
  const before = await place();
  for (const name of ['Mammogram', 'Head CT', 'Chest CT', 'Cervix']) {
    await part.getByRole('button', { name, exact: true }).click();
    const marked = part.getByRole('img', { name: `${name} with what the engine found` });
    await expect(marked).toHaveAttribute('src', /^data:image\/png;base64,/, { timeout: 90_000 });
    await expect(part.getByText(/^Read in \d+\.\d s on this server/)).toBeVisible();
    await expect(part.getByRole('status')).not.toHaveText(/Reading|cannot/);
  }
  await expect.poll(() => place()).toEqual(before);
  await expectAccessibleIn(page, 'main');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy command' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('npm start');
});

async function expectAccessibleIn(page: Page, part: string): Promise<void> {
  expect((await new AxeBuilder({ page }).include(part).analyze()).violations).toEqual([]);
}

test('a button of the landing page pressed before the application loads works once it has', async ({
  page,
}) => {
  let pressed = () => {};
  const isPressed = new Promise<void>((resolve) => {
    pressed = resolve;
  });
  await page.route('**/start-*.js', async (route) => {
    await isPressed;
    await route.continue();
  });
  await page.goto('/');
  await page.getByRole('button', { name: 'Next step' }).click();
  pressed();
  const shown = page.locator('[aria-roledescription="slide"]:not([inert])');
  await expect(shown.getByRole('heading')).toHaveText('2 AI analysis');
  await expect(shown).toBeInViewport({ ratio: 0.5 });
});

test("the theme is the stored one, else the system's", async ({ page }) => {
  const html = page.locator('html');
  const scheme = (name: string) => expect(html).toHaveAttribute('data-mantine-color-scheme', name);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/');
  await scheme('dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.reload();
  await scheme('light');
  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  await scheme('dark');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');
  await page.reload();
  await scheme('dark');
  await page.getByRole('button', { name: 'Switch to light theme' }).click();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.reload();
  await scheme('light');
});

test('an address that is no screen says so and leads on', async ({ page }) => {
  const reply = await page.goto('/nowhere/at/all');
  expect(reply?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Go to Dashboard' })).toHaveAttribute('href', '/dashboard');
  await expect(main.getByRole('link', { name: /Contact support/ })).toHaveAttribute(
    'href',
    /^mailto:\S+@\S+$/,
  );
  await main.getByRole('link', { name: 'Go to Home' }).click();
  await expect(page).toHaveURL('/');
});

test('/performance tables what was measured, /security lists each safeguard', async ({ page }) => {
  await page.goto('/performance');
  await expect(
    page.getByText('“99.9% accuracy” is a product claim, not a measured clinical result.'),
  ).toBeVisible();
  for (const name of ['Breast Analysis', 'Brain CT Analysis', 'Cervix Segmentation', 'Lung CT Analysis']) {
    const module = page.getByRole('region', { name, exact: true });
    // A module whose evaluation has not run says so instead of showing figures.
    const figure = module.getByRole('row').nth(1).or(module.getByText('Not measured yet'));
    await expect.soft(figure, name).toBeVisible();
  }
  await expect(page.getByRole('table').first()).toBeVisible();
  await page.goto('/security');
  const safeguards = page.getByRole('main').getByRole('listitem');
  await expect(safeguards).toHaveCount(9);
  await expect(safeguards.getByText(/^45 CFR 164\.312\([a-e]\)/)).toHaveCount(9);
  await expect(safeguards.getByRole('heading', { level: 3, name: 'The operator' })).toHaveCount(9);
});
