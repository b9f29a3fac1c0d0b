/**
 * Says which conformance suites will run here, and why others will be skipped. With `--install`, as root on
 * Debian, installs what is missing first: DICOM toolkits, Orthanc, Chromium, and highdicom from PyPI.
 */
import './steps/require-node.mjs';
import { spawnSync } from 'node:child_process';
import { tools } from './steps/conformance-tools.mjs';

const works = (program, args) => spawnSync(program, args, { stdio: 'ignore' }).status === 0;
const isRootOnDebian = process.getuid?.() === 0 && works('apt-get', ['--version']);

if (process.argv.includes('--install')) install(tools.filter(({ isThere }) => !isThere()));
for (const { suite, needs, isThere } of tools) {
  console.log(isThere() ? `conformance: ${suite}: runs` : `conformance: ${suite}: SKIPPED, without ${needs}`);
}

function install(missing) {
  if (missing.length === 0 || !isRootOnDebian) return;
  const quiet = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  console.log(`Installing ${missing.map(({ needs }) => needs).join(', ')} …`);
  if (spawnSync('apt-get', ['update', '-qq'], quiet).status !== 0) return;
  // Each alone: one that this release does not have must not keep the others away.
  for (const { debian = [], python } of missing) {
    if (debian.length > 0)
      spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...debian], quiet);
    if (python)
      spawnSync('python3', ['-m', 'pip', 'install', '--quiet', '--break-system-packages', python], quiet);
  }
}
