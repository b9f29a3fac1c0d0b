/**
 * npm run check: style, types, dependency rules, dead code; size, kind and licences of what is kept;
 * references, width and words of comments and documents. Runs all and names those that failed.
 */
import './steps/require-node.mjs';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { dialect } from './steps/dialect.mjs';
import { installIfNeeded } from './steps/install.mjs';
import { unknownLicences } from './steps/licences.mjs';
import { missingPlatformPackages } from './steps/lock.mjs';
import { longLines } from './steps/long-lines.mjs';
import { oddFiles } from './steps/odd-files.mjs';
import { danglingReferences } from './steps/references.mjs';
import { collectPackage, root, runPackage } from './steps/shell.mjs';

installIfNeeded();

const projects = ['core', 'analyses', 'apps/contract', 'apps/server', 'apps/web', '.'];
const sources = ['core', 'analyses', 'apps', 'scripts', 'e2e', 'bench'];
const types = ['types (tsc)', 'typescript-7/bin/tsc', ['-b', ...projects]];
const others = [
  ['style (biome)', '@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']],
  [
    'dependency rules (dependency-cruiser)',
    'dependency-cruiser/bin/dependency-cruiser.mjs',
    ['--config', '.dependency-cruiser.cjs', ...sources],
  ],
  [
    'folders without cycles (dependency-cruiser)',
    'dependency-cruiser/bin/dependency-cruiser.mjs',
    ['--config', '.dependency-cruiser-folders.cjs', 'core', 'analyses', 'apps'],
  ],
  ['dead code (knip)', 'knip/bin/knip.js', []],
];

const failed = [];
// Types take as long as all others together, and one processor.
const typeCheck = collectPackage(types[1], types[2]);
for (const [name, objections] of objectionsToFiles()) {
  console.log(`— ${name}`);
  if (objections.length === 0) continue;
  console.log(objections.join('\n'));
  failed.push(name);
}
for (const [name, script, args] of others) {
  console.log(`— ${name}`);
  if (runPackage(script, args) !== 0) failed.push(name);
}
console.log(`— ${types[0]}`);
const { status, output } = await typeCheck;
process.stdout.write(output);
if (status !== 0) failed.push(types[0]);
console.log(failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;

function objectionsToFiles() {
  const paths = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => path && existsSync(join(root, path)));
  const read = (path) => readFileSync(join(root, path), 'utf8');
  const inFiles = (endings, find) =>
    paths.filter((path) => endings.test(path)).flatMap((path) => find(path, read(path), paths));
  const prose = paths.filter((path) => /\.(ts|tsx|mjs|py|md)$/.test(path) && !path.endsWith('dialect.mjs'));
  return [
    [
      'kinds and sizes of files',
      oddFiles(paths.map((path) => ({ path, bytes: statSync(join(root, path)).size }))),
    ],
    ['licences', unknownLicences(JSON.parse(read('package-lock.json')))],
    ['platforms of package-lock.json (npm run lock)', missingPlatformPackages().map(([path]) => path)],
    ['references', inFiles(/\.(ts|tsx|mjs|cjs|css|py|sh|md)$/, danglingReferences)],
    ['lines over 110 columns', inFiles(/\.(ts|tsx|mjs|cjs|py|md)$/, longLines)],
    ['words', dialect(prose.map(read))],
  ];
}
