import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { judgeNode } from './steps/node-version.mjs';

const root = resolve(import.meta.dirname, '..');

describe('a version of Node', () => {
  it.each(['22.0.0', '22.23.3', '24.21.0', '26.10.0'])(
    'that is maintained starts without a word: %s',
    (version) => {
      expect(judgeNode(version)).toEqual({});
    },
  );

  it.each(['20.19.0', '20.20.1', '21.7.3', '23.11.0'])(
    'past its end of life works with one warning: %s',
    (version) => {
      const { warning, refusal } = judgeNode(version);
      expect(warning).toMatch(new RegExp(`^Node ${version} is past its end of life.*Install Node 24`));
      expect([refusal, warning?.includes('\n')]).toEqual([undefined, false]);
    },
  );

  it.each(['14.21.3', '18.20.8', '20.18.3'])('that is too old is refused with what to do: %s', (version) => {
    const { refusal } = judgeNode(version);
    expect(refusal).toContain(`needs Node 20.19 or newer; this is ${version}`);
    expect(refusal).toContain('Install Node 24');
  });
});

it.each(['start', 'test', 'build', 'check', 'dev', 'run-program', 'test-trust'])(
  'npm run %s looks at the version before it loads anything else',
  (script) => {
    const lines = readFileSync(resolve(root, 'scripts', `${script}.mjs`), 'utf8').split('\n');
    const first = lines.find((line) => line.startsWith('import '));
    expect(first).toBe("import './steps/require-node.mjs';");
  },
);

it('the image, .nvmrc and the advice name the same version', () => {
  const major = readFileSync(resolve(root, '.nvmrc'), 'utf8').trim().split('.')[0];
  const images = readFileSync(resolve(root, 'Dockerfile'), 'utf8').match(/^FROM node:\d+/gm);
  expect(images).toEqual([`FROM node:${major}`, `FROM node:${major}`]);
  expect(judgeNode('18.0.0').refusal).toContain(`Install Node ${major}`);
});
