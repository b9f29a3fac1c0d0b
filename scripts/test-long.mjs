/**
 * npm run test:long: the series of kills, hostile files, parallel uploads, pairs of writing calls and a
 * series over DICOMweb at full length, of which `npm test` runs a few repetitions or none. For a nightly run.
 */
import './steps/require-node.mjs';
import { buildServerIfStale } from './steps/build-server.mjs';
import { installIfNeeded } from './steps/install.mjs';
import { runPackage } from './steps/shell.mjs';

installIfNeeded();
await buildServerIfStale();

const files = [
  'crash',
  'exam-crash',
  'review-crash',
  'hostile-structure',
  'hostile-uploads',
  'parallel-uploads',
  'lock-order',
  'dicomweb-long-series',
];
const env = {
  SECOND_READ_KILLS: '20',
  SECOND_READ_FUZZ_CASES: '20000',
  SECOND_READ_PARALLEL_UPLOADS: '20',
  SECOND_READ_UPLOAD_MIB: '60',
  SECOND_READ_LOCK_ROUNDS: '8',
  SECOND_READ_SERIES_SLICES: '600',
  ...process.env,
};
const paths = files.map((name) => `apps/server/src/${name}.test.ts`);
process.exitCode = runPackage('vitest/vitest.mjs', ['run', ...paths], { env });
