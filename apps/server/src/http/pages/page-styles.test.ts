import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pageStyleHashes, styleHashes } from './page-styles.ts';

// printf 'a{color:red}' | openssl dgst -sha256 -binary | base64
const known = "'sha256-6hWWMOcF+mJesSJGYhmK2lkIIEw9Xc5XKGLPVzh8yxs='";

it('hashes the style elements of a page for the policy', () => {
  expect(styleHashes('<style data-x="1">a{color:red}</style><p><style></style>')).toHaveLength(2);
  expect(styleHashes('<style>a{color:red}</style>')).toEqual([known]);
});

it('has no hashes without style elements or without a build', () => {
  const folder = mkdtempSync(join(tmpdir(), 'second-read-page-'));
  expect(pageStyleHashes(folder)).toEqual([]);
  writeFileSync(join(folder, 'landing.html'), '<title>Welcome</title>');
  expect(pageStyleHashes(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
});
