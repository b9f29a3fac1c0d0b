/**
 * Checks docs/acceptance.md against the reports of the last test run: every row names at least one test,
 * every named test exists, ran and passed, and no number stands twice. Prints the problems and exits 1.
 */
import './steps/require-node.mjs';
import { existsSync, readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { namedTests, tableRows, unitTests } from './steps/test-reports.mjs';

const root = resolve(import.meta.dirname, '..');
const table = resolve(root, 'docs/acceptance.md');
const unitReport = resolve(root, 'test-results/unit.json');
const e2eReport = resolve(root, 'test-results/e2e.json');

function readReport(path) {
  if (!existsSync(path)) throw new Error(`${relative(root, path)} is missing: run npm test first`);
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** `file › title` → status, from Playwright's JSON reporter. */
function browserTests(report) {
  const tests = new Map();
  const visit = (suite) => {
    for (const spec of suite.specs ?? []) {
      tests.set(`e2e/${spec.file} › ${spec.title}`, spec.ok ? 'passed' : 'failed');
    }
    for (const inner of suite.suites ?? []) visit(inner);
  };
  for (const suite of report.suites) visit(suite);
  return tests;
}

function readRows(text) {
  return tableRows(text, (first) => /^\d+(\.\d+)*$/.test(first)).map(([id, requirement, , tests]) => ({
    id,
    requirement,
    tests: namedTests(tests),
  }));
}

/** Problems of one row, in words. */
function problemsOf(row, known) {
  if (row.tests.length === 0) return [`${row.id}: no test named (${row.requirement})`];
  return row.tests.flatMap((name) => {
    const status = known.get(name);
    if (status === undefined) return [`${row.id}: no such test: ${name}`];
    return status === 'passed' ? [] : [`${row.id}: ${status}: ${name}`];
  });
}

const known = new Map([...unitTests(readReport(unitReport), root), ...browserTests(readReport(e2eReport))]);
const rows = readRows(readFileSync(table, 'utf8'));
const ids = rows.map(({ id }) => id);
const problems = [
  ...rows.flatMap((row) => problemsOf(row, known)),
  ...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `${id}: two requirements have this number`),
];
for (const problem of problems) console.error(problem);
console.log(`acceptance: ${rows.length} requirements, ${problems.length} problems`);
process.exitCode = problems.length > 0 || rows.length === 0 ? 1 : 0;
