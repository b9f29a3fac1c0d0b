import { expect, type Page, test } from '@playwright/test';
import { samplePath, signIn } from '../support/clinician.ts';
import { pdfText } from '../support/pdf-text.ts';
import { settled } from '../support/settled.ts';

const automatic =
  'This report is generated automatically and should be reviewed by a qualified medical professional.';
const licensed =
  'This report is automatically generated and must be reviewed by a licensed medical professional.';

const reports = [
  {
    path: '/breast-analysis',
    sample: 'breast/cesm_p188_r_dm_mlo.png',
    patientId: 'é≥Ω 漢字 العربية',
    fileName: /^medical-report-é≥Ω 漢字 العربية-\d{4}-\d\d-\d\dT[\d-]{8}\.pdf$/,
    words: [
      'Medical Image Analysis Report',
      'é≥Ω',
      'Original Image',
      'Segmented Image',
      'Findings',
      'Mass',
      'Axilla',
      'Calcification',
      'Breast Tissue',
      'Breast Density',
      'Assessment',
      automatic,
    ],
    patterns: [/BI-RADS [1-5]: /, /\d\.\d %/],
  },
  {
    path: '/brain-analysis',
    sample: 'brain-ct/ct_subdural_071_32.png',
    patientId: '0042',
    fileName: /^brain-ct-report-0042-[\dT-]{19}\.pdf$/,
    words: [
      'Brain CT Report',
      'Patient ID: 0042',
      'CT Image',
      'Finding',
      'Observation',
      'Sulcation',
      'Hypodense Areas',
      'Mass Effect',
      'Midline Shift',
      'Ventricular Dilation',
      'Basal Cistern Dilation',
      'Hypertrophy',
      'Not assessed',
      'Diagnosis',
      licensed,
    ],
    patterns: [/Analyzed by: \S+/],
  },
  {
    path: '/lung-analysis',
    sample: 'lung/ct_a0002_13_lung_window.png',
    patientId: 'a/b:c',
    fileName: /^lung-ct-report-a-b-c-[\dT-]{19}\.pdf$/,
    words: ['a/b:c', 'Nodule', 'Ground-glass opacity', 'Consolidation', 'Assessment', automatic],
    patterns: [],
  },
  {
    path: '/cervix-analysis',
    sample: 'cervix/aceto_C60Aceto_3.jpg',
    patientId: '0007',
    fileName: /^cervix_analysis_0007_[\dT-]{19}\.pdf$/,
    words: [
      'Original Image',
      'Segmented Image',
      'Overlay Image',
      'Lesion',
      'Cervical Tissue',
      'Abnormality',
      'Swede score',
      automatic,
    ],
    patterns: [/Swede score/],
  },
];

/** Downloads by a button; returns the file, its path and the server calls it took. */
async function download(page: Page, name: string) {
  const calls: string[] = [];
  // The bar's own counts come and go with live events.
  const note = (request: { url(): string }) => {
    if (/\/(api\/(?!worklist|notifications)|media\/)/.test(request.url()))
      calls.push(new URL(request.url()).pathname);
  };
  page.on('request', note);
  const button = page.getByRole('button', { name, exact: true }).first();
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
  page.off('request', note);
  return { name: file.suggestedFilename(), pages: await pdfText(await file.path()), calls };
}

/** Notes whether the button was closed and read "Generating..." while a PDF was drawn. */
async function watchGenerating(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => {
    Object.assign(window, { wasGenerating: false });
    new MutationObserver(() => {
      const buttons = [...document.querySelectorAll('button')];
      if (buttons.some((button) => button.textContent === 'Generating...' && button.disabled)) {
        Object.assign(window, { wasGenerating: true });
      }
    }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  });
  return () => page.evaluate(() => Reflect.get(window, 'wasGenerating'));
}

for (const { path, sample, patientId, fileName, words, patterns } of reports) {
  test(`the PDF of ${path} carries every specified word and is drawn without the server`, async ({
    page,
  }) => {
    await signIn(page);
    await page.goto(path);
    await page.getByLabel('Patient ID (Required)').fill(patientId);
    await page.getByLabel('Upload Image', { exact: true }).setInputFiles(samplePath(sample));
    await page.getByRole('button', { name: 'Analyze Image' }).click();
    await expect(page.getByRole('button', { name: 'Download Report' })).toBeEnabled({ timeout: 60_000 });
    // The notice of a known patient and the usage are asked for before, not by the export.
    await settled(page);
    const wasGenerating = await watchGenerating(page);
    const pdf = await download(page, 'Download Report');
    expect.soft(pdf.calls).toEqual([]);
    expect.soft(await wasGenerating()).toBe(true);
    expect.soft(pdf.name).toMatch(fileName);
    expect.soft(pdf.pages).toHaveLength(1);
    const all = pdf.pages.join(' ');
    for (const word of words) expect.soft(all).toContain(word);
    for (const pattern of patterns) expect.soft(all).toMatch(pattern);
    for (const [index, text] of pdf.pages.entries()) {
      expect.soft(text).toContain('Research use only. Not for primary diagnosis.');
      expect.soft(text).toContain(`Page ${index + 1} of ${pdf.pages.length}`);
    }
    expect.soft(all).not.toContain('Failed to load');
    expect.soft(all).not.toContain('\ufffd');
    if (path !== '/breast-analysis') expect.soft(all).not.toMatch(/BI-?RADS/);
    // pdf.js sets a space between fonts, and gives Arabic letters in their joined forms.
    const letters = all.normalize('NFKC').replaceAll(' ', '');
    expect.soft(letters).toContain(patientId.normalize('NFKC').replaceAll(' ', ''));
  });
}

test('a PDF whose pictures do not load says so in their place and goes on', async ({ page }) => {
  await signIn(page);
  await page.goto('/analysis-history?type=breast');
  await page.getByRole('combobox', { name: 'Reports' }).selectOption('All Reports');
  await expect(page.getByRole('button', { name: 'Download', exact: true }).first()).toBeVisible();
  await page.route('**/media/**', (route) => route.abort());
  const breast = (await download(page, 'Download')).pages.join(' ');
  for (const word of [
    '[Failed to load original image]',
    '[Failed to load segmented image]',
    'Findings',
    automatic,
  ]) {
    expect.soft(breast).toContain(word);
  }
  await page.getByRole('combobox', { name: 'Analysis type' }).selectOption('Cervix Segmentation Analysis');
  await expect(page.getByText(/^cervix-/).first()).toBeVisible();
  const cervix = await download(page, 'Download');
  expect.soft(cervix.name).toMatch(/^cervix_analysis_/);
  expect.soft(cervix.pages.join(' ')).toContain('[Failed to load overlay image]');
});
