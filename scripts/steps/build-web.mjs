import { join } from 'node:path';
import { root, runPackage } from './shell.mjs';
import { readStamp, stampOf, writeStamp } from './stamp.mjs';

const stampFile = join(root, 'apps', 'web', 'dist', '.stamp');
const sources = [
  'core/src',
  'analyses',
  'apps/contract/src',
  'apps/contract/fonts',
  'apps/web/build',
  'apps/web/src',
  'apps/web/public',
  'apps/web/index.html',
  'apps/web/vite.config.ts',
  'package-lock.json',
];

export async function buildWebIfStale({ force = false } = {}) {
  const stamp = stampOf(sources);
  if (!force && readStamp(stampFile) === stamp) return;
  console.error('Building the browser application …');
  const args = ['build', '--config', 'apps/web/vite.config.ts', '--logLevel', 'error'];
  const status = runPackage('vite/bin/vite.js', args, { toStderr: true });
  if (status !== 0) process.exit(status);
  writeStamp(stampFile, stamp);
}
