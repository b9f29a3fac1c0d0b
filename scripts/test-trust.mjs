/**
 * npm run test:trust: runs the tests named in docs/trust.md and checks every case: it names at least one
 * test or says what is missing, and each named test ran and passed. Titles ending in `…` stand for all that
 * begin so. Prints each case with its outcome and exits 1 on a failure.
 */
import './steps/require-node.mjs';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildServerIfStale } from './steps/build-server.mjs';
import { installIfNeeded } from './steps/install.mjs';
import { root, runPackage } from './steps/shell.mjs';
import { namedTests, tableRows, unitTests } from './steps/test-reports.mjs';

installIfNeeded();
await buildServerIfStale();

const isCase = (first) => /^H\d+$/.test(first);
const cases = tableRows(readFileSync(join(root, 'docs/trust.md'), 'utf8'), isCase).map(
  ([id, what, outcome, tests]) => ({ id, what, outcome, tests: namedTests(tests) }),
);
const files = [...new Set(cases.flatMap(({ tests }) => tests.map((test) => test.split(' › ')[0])))];
const report = join(root, 'test-results', 'trust.json');
rmSync(report, { force: true });
/** More repetitions than in `npm test`. */
const env = {
  SECOND_READ_FUZZ_CASES: '20000',
  SECOND_READ_PARALLEL_UPLOADS: '20',
  SECOND_READ_UPLOAD_MIB: '60',
  SECOND_READ_ROTATION_KILLS: '10',
  ...process.env,
};
const args = ['run', ...files, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
runPackage('vitest/vitest.mjs', args, { env });
const known = existsSync(report) ? unitTests(JSON.parse(readFileSync(report, 'utf8')), root) : new Map();

let failed = 0;
for (const { id, what, outcome, tests } of cases) {
  const problems = tests.flatMap(problemOf);
  if (problems.length > 0) failed += 1;
  const state = problems.length > 0 ? 'FAILED' : tests.length === 0 ? 'no test' : 'held';
  console.log(`${id.padEnd(4)} ${state.padEnd(8)} ${what}: ${outcome}`);
  for (const problem of problems) console.log(`              ${problem}`);
}
const untested = cases.filter(({ tests }) => tests.length === 0).length;
console.log(`trust: ${cases.length} cases, ${failed} failed, ${untested} without a test`);
process.exitCode = failed > 0 || cases.length === 0 ? 1 : 0;

function problemOf(name) {
  const isMany = name.endsWith('…');
  const found = [...known].filter(([test]) => (isMany ? test.startsWith(name.slice(0, -1)) : test === name));
  if (found.length === 0) return [`no such test: ${name}`];
  return found.filter(([, status]) => status !== 'passed').map(([test, status]) => `${status}: ${test}`);
}
