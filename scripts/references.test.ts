import { expect, it } from 'vitest';
import { danglingReferences } from './steps/references.mjs';

const tracked = ['docs/decisions/007-sessions.md', 'core/src/pixels/planes.ts', 'scripts/check.mjs'];
const found = (path: string, text: string) => danglingReferences(path, text, tracked);

it('a comment may name a file from the root, from its package or alone, and a folder', () => {
  const text = '/** `core/src/pixels/planes.ts`, `pixels/planes.ts`, `planes.ts`, `core/src/pixels/` */';
  expect(found('a.ts', text)).toEqual([]);
});

it('a comment that names a file or a decision that does not exist is found with its line', () => {
  const text = 'one\n// see `core/src/pixels/gone.ts`\n * (decisions 007 and 099; decision 12)';
  expect(found('a.ts', text)).toEqual([
    'a.ts:2: core/src/pixels/gone.ts',
    'a.ts:3: decision 099',
    'a.ts:3: decision 12',
  ]);
});

it('a document is read whole, code only in its comments', () => {
  expect(found('README.md', 'run `scripts/gone.mjs`')).toEqual(['README.md:1: scripts/gone.mjs']);
  expect(found('a.ts', "const text = '`scripts/gone.mjs`, decision 12';")).toEqual([]);
});

it('patterns and files made by a build are no references', () => {
  expect(found('README.md', '`analyses/<id>/report.ts` `apps/*/gone.ts` `apps/server/dist/main.js`')).toEqual(
    [],
  );
});
