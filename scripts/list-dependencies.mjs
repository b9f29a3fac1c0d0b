/**
 * npm run dependencies: writes docs/dependencies.md, one line for each direct dependency, from
 * package-lock.json and, for dates and repositories, the registry. Exits 1 where nobody has said what one is
 * for, or the registry does not know it.
 */
import './steps/require-node.mjs';
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { uses } from './steps/dependency-uses.mjs';
import { directDependencies } from './steps/direct-dependencies.mjs';
import { root } from './steps/shell.mjs';

const runFile = promisify(execFile);
const fields = ['time', 'dist-tags', 'repository', 'author', 'maintainers'];
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));

const rows = [];
for (const dependency of directDependencies(lock)) {
  if (uses[dependency.name] === undefined) throw new Error(`${dependency.name}: say what it is for`);
  rows.push(rowOf(dependency, await lookUp(dependency.name)));
}

const page = `# Direct dependencies

Written by \`npm run dependencies\` on ${new Date().toISOString().slice(0, 10)} from \`package-lock.json\` and the npm registry.
Install scripts do not run for those named in \`allowScripts\` of \`package.json\`. Transitive dependencies, with
licenses: [third-party-licences.md](third-party-licences.md).

\`overrides\` holds two transitive packages at current versions, since their dependents pin old ones:
\`adm-zip\` (of dcmjs) and \`shelljs\` (of a converter that comes with vtk.js). Neither is called here.

| package | version | of | latest | licence | kept by | install script | for |
|---|---|---|---|---|---|---|---|
${rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}
`;
writeFileSync(join(root, 'docs/dependencies.md'), page);
console.log(`${rows.length} direct dependencies`);

/** One at a time, to go easy on the registry. */
async function lookUp(name) {
  const { stdout } = await runFile('npm', ['view', name, ...fields, '--json', '--silent'], {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout);
}

function rowOf(
  { name, version, license, hasInstallScript },
  { time, repository, author, maintainers, ...rest },
) {
  const last = rest['dist-tags'].latest;
  return [
    name,
    version,
    day(time[version]),
    `${last} of ${day(time[last])}`,
    license,
    keptBy({ repository, author, maintainers }),
    hasInstallScript ? 'yes' : 'no',
    uses[name],
  ];
}

function day(time) {
  return time?.slice(0, 10) ?? 'unknown';
}

/** Maintainers by the registry; else the repository. */
function keptBy({ repository, author, maintainers }) {
  const names = (maintainers ?? []).map((each) => (each.name ?? String(each)).replace(/\s*<.*/, ''));
  if (names.length > 0)
    return names.slice(0, 3).join(', ') + (names.length > 3 ? ` and ${names.length - 3}` : '');
  const url = repository?.url ?? String(repository ?? '');
  const path = url.match(
    /(?:(?:github|gitlab)\.com[/:]|^(?:github:)?)([\w.-]+\/[\w.-]+?)(?:\.git)?(?:[/#].*)?$/,
  )?.[1];
  return path ?? author?.name ?? 'unknown';
}
