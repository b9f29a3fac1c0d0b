/** npm run check: style, types, dependency rules, dead code. Runs all of them and names those that failed. */
import './steps/require-node.mjs';
import { join } from 'node:path';
import { installIfNeeded } from './steps/install.mjs';
import { missingPlatformPackages } from './steps/lock.mjs';
import { root, runPackage } from './steps/shell.mjs';

installIfNeeded();

const projects = ['core', 'analyses', 'apps/contract', 'apps/server', 'apps/web', '.'];
const sources = ['core', 'analyses', 'apps', 'scripts', 'e2e', 'bench'];
const checks = [
  ['style (biome)', '@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']],
  ...projects.map((project) => [`types of ${project} (tsc)`, 'typescript/bin/tsc', typeCheckOf(project)]),
  [
    'dependency rules (dependency-cruiser)',
    'dependency-cruiser/bin/dependency-cruise.mjs',
    ['--config', '.dependency-cruiser.cjs', ...sources],
  ],
  ['dead code (knip)', 'knip/bin/knip.js', []],
];

/** Keeps what it found beside the packages, so that the next run looks only at what has changed. */
function typeCheckOf(project) {
  const kept = join(root, 'node_modules', '.cache', 'types', `${project.replace(/\W/g, '-')}.tsbuildinfo`);
  return ['-p', project, '--incremental', '--tsBuildInfoFile', kept];
}

const failed = [];
if (missingPlatformPackages().length > 0) {
  console.log('package-lock.json leaves out other platforms: npm run lock');
  failed.push('lock file');
}
for (const [name, script, args] of checks) {
  console.log(`— ${name}`);
  if (runPackage(script, args) !== 0) failed.push(name);
}
console.log(failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
