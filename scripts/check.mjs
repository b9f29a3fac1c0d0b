/**
 * npm run check: style, types, dependency rules, dead code, references and width of comments and documents.
 * Runs all and names those that failed.
 */
import './steps/require-node.mjs';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installIfNeeded } from './steps/install.mjs';
import { missingPlatformPackages } from './steps/lock.mjs';
import { longLines } from './steps/long-lines.mjs';
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

const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path && existsSync(join(root, path)));

/** What `find` objects to in the files whose names end so. */
function objections(endings, find) {
  return tracked
    .filter((path) => endings.test(path))
    .flatMap((path) => find(path, readFileSync(join(root, path), 'utf8'), tracked));
}

/** Of comments and documents: files and decisions they name although they do not exist, and their width. */
const texts = [
  ['references', objections(/\.(ts|tsx|mjs|cjs|css|py|sh|md)$/, danglingReferences)],
  ['lines of comments and prose over 110 columns', objections(/\.(ts|tsx|mjs|cjs|py|md)$/, longLines)],
];

const failed = [];
if (missingPlatformPackages().length > 0) {
  console.log('package-lock.json leaves out other platforms: npm run lock');
  failed.push('lock file');
}
for (const [name, found] of texts.filter(([, each]) => each.length > 0)) {
  console.log(`— ${name}\n${found.join('\n')}`);
  failed.push(name);
}
for (const [name, script, args] of checks) {
  console.log(`— ${name}`);
  if (runPackage(script, args) !== 0) failed.push(name);
}
console.log(failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
