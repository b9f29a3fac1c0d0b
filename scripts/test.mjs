/**
 * npm test: installs if needed, builds if stale, runs the unit and server tests, then the browser tests
 * against the built server. Ends with one line that sums up both. `npm test -- path …` runs the unit and
 * server tests of these paths alone.
 */
import './steps/require-node.mjs';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { provideBrowser } from './steps/browser.mjs';
import { buildServerIfStale } from './steps/build-server.mjs';
import { buildWebIfStale } from './steps/build-web.mjs';
import { installIfNeeded } from './steps/install.mjs';
import { root, runPackage } from './steps/shell.mjs';

installIfNeeded();
await buildServerIfStale();
await buildWebIfStale();

const unitReport = join(root, 'test-results', 'unit.json');
const browserReport = join(root, 'test-results', 'e2e.json');
const unitTroubles = join(root, 'test-results', 'unit-troubles.json');
for (const report of [unitReport, unitTroubles, browserReport]) rmSync(report, { force: true });

const paths = process.argv.slice(2);
const unitStatus = runPackage(
  'vitest/vitest.mjs',
  [
    'run',
    ...paths,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${unitReport}`,
    '--reporter=./scripts/steps/troubles-reporter.mjs',
  ],
  { env: { TROUBLES_FILE: unitTroubles } },
);
// Not beside each other: both would miss what the other takes of the processors.
const browserStatus = paths.length > 0 ? 0 : runBrowserTests();

const unit = readReport(unitReport);
const troubles = readReport(unitTroubles) ?? { failures: [], flaky: [] };
const browser = readReport(browserReport);
const failures = [...troubles.failures, ...browserFailures(browser?.suites ?? [])];
const flaky = [...troubles.flaky, ...browserFlaky(browser?.suites ?? [])];
const totals = [countUnit(unit), countBrowser(browser)];
const sum = (key) => totals.reduce((total, counts) => total + (counts[key] ?? 0), 0);
const [passed, skipped] = [sum('passed'), sum('skipped')];
const isRunGreen = unitStatus === 0 && browserStatus === 0 && passed > 0;
// A failed run without a named failed test has failed as a whole.
const failed = sum('failed') || (isRunGreen ? 0 : 1);
if (failed > 0) {
  console.log(`What failed (vitest ended with ${unitStatus}, Playwright with ${browserStatus}):`);
  for (const line of failures) console.log(`  ${line}`);
}
if (flaky.length > 0) {
  console.log('What passed at its second try only, and is to be mended:');
  for (const line of flaky) console.log(`  ${line}`);
}
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed === 0 ? 0 : 1;

function runBrowserTests() {
  const browser = provideBrowser();
  if (browser === undefined) return 1;
  return runPackage('@playwright/test/cli.js', ['test'], { env: { CHROMIUM_PATH: browser } });
}

function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

/** Counts of vitest. A file that could not be loaded has no tests, and counts as one failure. */
function countUnit(report) {
  if (report === undefined) return { passed: 0, failed: 0, skipped: 0 };
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** Counts of Playwright. In CI a failed test is retried once. */
function countBrowser(report) {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report?.stats ?? {};
  return { passed: expected + flaky, failed: unexpected, skipped };
}

/** Title and first error of each failed browser test, from the nested suites of Playwright's report. */
function browserFailures(suites) {
  return suites.flatMap((suite) => [
    ...(suite.specs ?? [])
      .filter((spec) => !spec.ok)
      .map((spec) => `${spec.file} › ${spec.title}: ${briefly(spec.tests[0]?.results[0]?.error)}`),
    ...browserFailures(suite.suites ?? []),
  ]);
}

function browserFlaky(suites) {
  return suites.flatMap((suite) => [
    ...(suite.specs ?? [])
      .filter((spec) => spec.tests.some(({ status }) => status === 'flaky'))
      .map((spec) => `${spec.file} › ${spec.title}: ${briefly(spec.tests[0]?.results[0]?.error)}`),
    ...browserFlaky(suite.suites ?? []),
  ]);
}

/** Its message in one line, without colours. */
function briefly(error) {
  return stripVTControlCharacters(error?.message ?? '')
    .split('\n')
    .filter((line) => line.trim())
    .slice(0, 4)
    .join(' · ');
}
