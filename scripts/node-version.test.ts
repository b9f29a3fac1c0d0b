import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { isNewEnough, recommended } from './steps/node-version.mjs';

const root = resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(resolve(root, file), 'utf8');

it.each(['22.12.0', '22.23.3', '23.11.0', '24.0.0', '26.10.0'])('runs on Node %s', (version) => {
  expect(isNewEnough(version)).toBe(true);
});

it.each(['18.20.8', '20.20.2', '21.7.3', '22.11.0'])('runs on a newer one than Node %s', (version) => {
  expect(isNewEnough(version)).toBe(false);
});

const scripts = readdirSync(resolve(root, 'scripts')).filter((name) => name.endsWith('.mjs'));

it.each(scripts)('%s looks at the version before it loads anything else', (script) => {
  const first = read(`scripts/${script}`)
    .split('\n')
    .find((line) => line.startsWith('import '));
  expect(first).toBe("import './steps/require-node.mjs';");
});

it('engines, .nvmrc, the image and the README name the same versions', () => {
  expect(JSON.parse(read('package.json')).engines.node).toBe('>=22.12');
  const images = read('Dockerfile').match(/^FROM node:\d+/gm);
  expect(images).toEqual([`FROM node:${recommended}`, `FROM node:${recommended}`]);
  expect(read('README.md')).toContain(`Node ${recommended}`);
});
