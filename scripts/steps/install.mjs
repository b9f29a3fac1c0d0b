import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm, root, run } from './shell.mjs';

/**
 * Installs the dependencies exactly as locked, unless they are there already. `isForUse`: without what only
 * development needs (compilers of types, linters, test runners).
 */
export function installIfNeeded({ isForUse = false } = {}) {
  if (isInstalled(isForUse)) return;
  console.error('Installing dependencies …');
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error', ...(isForUse ? ['--omit=dev'] : [])];
  // Without it, npm before 11 lets the inference library download binaries for CUDA.
  const status = run(npm, args, { toStderr: true, env: { ONNXRUNTIME_NODE_INSTALL: 'skip' } });
  if (status === 0) return;
  console.error('npm ci failed: see above.');
  process.exit(status);
}

/**
 * npm keeps a lock file of what it installed in node_modules. Every package of ours must be there in the
 * same version; packages for other platforms are absent.
 */
function isInstalled(isForUse) {
  const installedPath = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installedPath)) return false;
  const wanted = readPackages(join(root, 'package-lock.json'));
  const installed = readPackages(installedPath);
  return Object.entries(wanted)
    .filter(([path, entry]) => path.includes('node_modules/') && !(isForUse && entry.dev))
    .every(([path, entry]) => isAsWanted(entry, installed[path]));
}

function readPackages(path) {
  return JSON.parse(readFileSync(path, 'utf8')).packages ?? {};
}

function isAsWanted(wanted, installed) {
  if (installed === undefined) return Boolean(wanted.optional || wanted.devOptional || wanted.peer);
  return installed.version === wanted.version && Boolean(installed.link) === Boolean(wanted.link);
}
