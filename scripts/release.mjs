/**
 * npm run release: checks that this commit can be tagged as a version: all packages carry it, the changelog
 * has its section with a date on top, the working tree is clean, and the tag is free. Prints the commands
 * that tag it,
 * or what is missing, and exits with 1.
 */
import './steps/require-node.mjs';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { releaseFaults } from './steps/release-faults.mjs';
import { root } from './steps/shell.mjs';

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const read = (path) => readFileSync(join(root, path), 'utf8');

const { version, workspaces } = JSON.parse(read('package.json'));
const faults = releaseFaults({
  version,
  packages: workspaces.map((folder) => ({ folder, ...JSON.parse(read(`${folder}/package.json`)) })),
  changelog: read('CHANGELOG.md'),
  changedFiles: git('status', '--porcelain'),
  tags: git('tag').split('\n'),
});
for (const fault of faults) console.error(fault);
if (faults.length === 0)
  console.log(`git tag -a v${version} -m "Second Read ${version}"\ngit push origin v${version}`);
process.exitCode = faults.length === 0 ? 0 : 1;
