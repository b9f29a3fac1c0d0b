import type { Page } from '@playwright/test';
import { analyse, samplePath } from '../../e2e/support/clinician.ts';
import { chestSeries, zipOf } from '../../e2e/support/series.ts';
import { hasChestExam, showExam } from './chest-exam.ts';
import { reportIds } from './report-ids.ts';

export interface Screen {
  readonly name: string;
  readonly isPublic?: boolean;
  /** Navigates to the screen. */
  readonly show: (page: Page) => Promise<void>;
  readonly fullPage?: boolean;
}

const at = (path: string) => async (page: Page) => {
  await page.goto(path);
};

const result = (path: string, file: string) => async (page: Page) => {
  await page.goto(path);
  await analyse(page, { patientId: '0042', file: samplePath(file) });
  await page.waitForTimeout(800);
};

/** Every screen that docs/screenshots holds, in the order in which they are taken. */
export const screens: readonly Screen[] = [
  { name: 'landing', isPublic: true, show: at('/'), fullPage: true },
  { name: 'login', isPublic: true, show: showSignIn },
  { name: 'breast-overview', isPublic: true, show: at('/breast-overview'), fullPage: true },
  { name: 'brain-ct-overview', isPublic: true, show: at('/brain-ct-overview'), fullPage: true },
  { name: 'demo', isPublic: true, show: at('/demo'), fullPage: true },
  { name: 'demo-comparison', isPublic: true, show: showComparison },
  { name: 'performance', isPublic: true, show: at('/performance'), fullPage: true },
  { name: 'security', isPublic: true, show: at('/security'), fullPage: true },
  { name: 'not-found', isPublic: true, show: at('/no-such-page') },
  { name: 'dashboard', show: at('/dashboard') },
  { name: 'breast-analysis', show: at('/breast-analysis') },
  { name: 'breast-analysis-result', show: result('/breast-analysis', 'breast/cesm_p276_l_dm_cc.png') },
  { name: 'brain-analysis-result', show: result('/brain-analysis', 'brain-ct/ct_epidural_075_32.png') },
  { name: 'lung-analysis-result', show: result('/lung-analysis', 'lung/ct_a0002_13_lung_window.png') },
  { name: 'cervix-analysis-result', show: result('/cervix-analysis', 'cervix/aceto_C53Aceto_3.jpg') },
  { name: 'findings', show: showFindings },
  { name: 'compare-with-prior', show: showComparisonWithPrior },
  { name: 'series', show: showSeries },
  { name: 'series-list', show: at('/series') },
  ...(hasChestExam ? [{ name: 'exam', show: showExam }] : []),
  { name: 'history', show: showHistory, fullPage: true },
  { name: 'details', show: showDetails, fullPage: true },
  { name: 'worklist', show: showWorklist },
  { name: 'command-palette', show: showPalette },
  { name: 'keyboard-help', show: showHelp },
  { name: 'settings', show: at('/settings'), fullPage: true },
  { name: 'account', show: at('/account') },
  { name: 'audit-trail', show: at('/audit-trail') },
];

/** Without the automatic sign-in, which would leave the form at once. */
async function showSignIn(page: Page): Promise<void> {
  await page.route('**/api/accounts/login/', (route) => route.abort());
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
}

async function showComparison(page: Page): Promise<void> {
  await page.goto('/demo');
  await page.getByRole('button', { name: 'Compare cases' }).click();
}

async function showFindings(page: Page): Promise<void> {
  await result('/lung-analysis', 'lung/ct_a0002_13_lung_window.png')(page);
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.waitForTimeout(500);
}

/** The last two reports of the same patient. */
async function showComparisonWithPrior(page: Page): Promise<void> {
  await result('/lung-analysis', 'lung/ct_a0002_13_lung_window.png')(page);
  const ids = await reportIds(page, '/api/lung_segmentation/my-reports/?q=0042');
  await page.goto(`/analysis/${ids[0]}?prior=${ids[1]}`);
  await page.waitForTimeout(800);
}

async function showSeries(page: Page): Promise<void> {
  await page.goto('/lung-analysis');
  const buffer = await zipOf(await chestSeries(9));
  await page
    .getByLabel('Open a Series', { exact: true })
    .setInputFiles({ name: 'thorax.zip', mimeType: 'application/zip', buffer });
  await page.getByTestId('slice-place').waitFor();
  await page.waitForTimeout(500);
}

async function showHistory(page: Page): Promise<void> {
  await page.goto('/analysis-history?scope=all');
  await page.getByRole('button', { name: 'Expand' }).first().click();
}

async function showWorklist(page: Page): Promise<void> {
  await page.goto('/worklist');
  await page.getByRole('row').nth(1).waitFor();
}

async function showPalette(page: Page): Promise<void> {
  await showWorklist(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.type('chest');
}

async function showHelp(page: Page): Promise<void> {
  await result('/breast-analysis', 'breast/cesm_p276_l_dm_cc.png')(page);
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
}

async function showDetails(page: Page): Promise<void> {
  await page.goto('/dashboard');
  const [id] = await reportIds(page, '/api/breast_segmentation/all-reports/');
  await page.goto(`/analysis/${id}`);
}
