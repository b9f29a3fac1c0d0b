import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { run } from './shell.mjs';

const programs = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
const applications = [
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * Path of a Chromium or Chrome: `CHROMIUM_PATH`, an installed one, or as root on Debian a newly installed
 * one. Undefined after printing what to install.
 */
export function provideBrowser() {
  const found = findBrowser() ?? installBrowser();
  if (found === undefined) {
    console.error(
      'The browser tests need Chromium or Chrome. Install one (Debian: apt-get install chromium), or set CHROMIUM_PATH to its program.',
    );
  }
  return found;
}

export function findBrowser() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  return programs.map(onPath).find(Boolean) ?? applications.find((path) => existsSync(path));
}

function onPath(program) {
  if (process.platform === 'win32') return undefined;
  const { stdout } = spawnSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' });
  return stdout?.trim() || undefined;
}

function installBrowser() {
  if (process.getuid?.() !== 0 || !onPath('apt-get')) return undefined;
  console.error('Installing Chromium …');
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  run('apt-get', ['update', '-qq'], { toStderr: true, env });
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { toStderr: true, env });
  return findBrowser();
}
