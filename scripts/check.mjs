/**
 * npm run check: style, types, dependency rules, dead code, references. Runs all and names those that failed.
 */
import './steps/require-node.mjs';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installIfNeeded } from './steps/install.mjs';
import { missingPlatformPackages } from './steps/lock.mjs';
import { danglingReferences } from './steps/references.mjs';
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

/** Caches results beside the packages, so that the next run checks only what changed. */
function typeCheckOf(project) {
  const kept = join(root, 'node_modules', '.cache', 'types', `${project.replace(/\W/g, '-')}.tsbuildinfo`);
  return ['-p', project, '--incremental', '--tsBuildInfoFile', kept];
}

/** Files and decisions that comments and documents name although they do not exist. */
function allDanglingReferences() {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  const tracked = listed.split('\n').filter((path) => path && existsSync(join(root, path)));
  return tracked
    .filter((path) => /\.(ts|tsx|mjs|cjs|css|py|sh|md)$/.test(path))
    .flatMap((path) => danglingReferences(path, readFileSync(join(root, path), 'utf8'), tracked));
}

const failed = [];
if (missingPlatformPackages().length > 0) {
  console.log('package-lock.json leaves out other platforms: npm run lock');
  failed.push('lock file');
}
const dangling = allDanglingReferences();
if (dangling.length > 0) {
  console.log(`— references in comments and documents\n${dangling.join('\n')}`);
  failed.push('references');
}
for (const [name, script, args] of checks) {
  console.log(`— ${name}`);
  if (runPackage(script, args) !== 0) failed.push(name);
}
console.log(failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
