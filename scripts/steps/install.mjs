import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './shell.mjs';

/** Installs the dependencies exactly as locked, unless already installed. */
export function installIfNeeded(options) {
  if (isInstalled()) return;
  console.error('Installing dependencies …');
  const status = run(npm(), ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    toStderr: true,
    ...options,
  });
  if (status === 0) return;
  console.error('npm ci failed: see above.');
  process.exit(status);
}

function npm() {
  return process.platform === 'win32' ? 'npm.cmd' : 'npm';
}

/**
 * npm keeps a lock file of what it installed in node_modules. Every package of ours must be there in the
 * same version; packages for other platforms are absent.
 */
function isInstalled() {
  const installedPath = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installedPath)) return false;
  const wanted = readPackages(join(root, 'package-lock.json'));
  const installed = readPackages(installedPath);
  return Object.entries(wanted)
    .filter(([path]) => path.includes('node_modules/'))
    .every(([path, entry]) => isAsWanted(entry, installed[path]));
}

function readPackages(path) {
  return JSON.parse(readFileSync(path, 'utf8')).packages ?? {};
}

function isAsWanted(wanted, installed) {
  if (installed === undefined) return Boolean(wanted.optional || wanted.devOptional || wanted.peer);
  return installed.version === wanted.version && Boolean(installed.link) === Boolean(wanted.link);
}
