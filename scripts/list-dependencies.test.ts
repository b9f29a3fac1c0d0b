import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { uses } from './steps/dependency-uses.mjs';
import { directDependencies } from './steps/direct-dependencies.mjs';

const read = (file: string) => readFileSync(resolve(import.meta.dirname, '..', file), 'utf8');

it('docs/dependencies.md lists every direct dependency as locked, and nothing else', () => {
  const locked = directDependencies(JSON.parse(read('package-lock.json')));
  const listed = read('docs/dependencies.md').match(/^\| \S+ \| \d\S* \|/gm);
  expect(locked.length).toBeGreaterThan(60);
  expect(listed).toEqual(locked.map(({ name, version }) => `| ${name} | ${version} |`));
  expect(Object.keys(uses).sort()).toEqual([...new Set(locked.map(({ name }) => name))].sort());
});

it('neither adm-zip before 0.6 nor shelljs before 0.10 is installed', () => {
  const { packages } = JSON.parse(read('package-lock.json'));
  const versions = (name: string) =>
    Object.keys(packages)
      .filter((path) => path.endsWith(`node_modules/${name}`))
      .map((path) => packages[path].version);
  expect([versions('adm-zip'), versions('shelljs')]).toEqual([['0.6.1'], ['0.10.0']]);
});
