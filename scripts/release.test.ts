import { expect, it } from 'vitest';
import { releaseFaults } from './steps/release-faults.mjs';

const ready = {
  version: '1.2.0',
  packages: [
    { folder: 'core', version: '1.2.0', dependencies: { '@second-read/contract': '1.2.0', zod: '4.6.7' } },
  ],
  changelog: '# Changelog\n\n## [1.2.0] - 2026-12-01\n\n## [1.1.0] - 2026-11-01\n',
  changedFiles: '',
  tags: ['v1.1.0'],
};

it('finds no fault with a commit that is ready', () => {
  expect(releaseFaults(ready)).toEqual([]);
});

it.each([
  [
    'a version that is no release',
    { version: '1.2.0-dev' },
    'package.json: 1.2.0-dev is no version to release',
  ],
  [
    'a package of another version',
    { packages: [{ folder: 'core', version: '1.1.0' }] },
    'core/package.json: 1.1.0 is not 1.2.0',
  ],
  [
    'a dependency on another version',
    { packages: [{ folder: 'core', version: '1.2.0', dependencies: { '@second-read/contract': '1.1.0' } }] },
    'core/package.json: @second-read/contract 1.1.0 is not 1.2.0',
  ],
  [
    'a changelog without it',
    { changelog: '## [1.1.0] - 2026-11-01' },
    'CHANGELOG.md: the newest section is 1.1.0, not 1.2.0',
  ],
  [
    'a section without a date',
    { changelog: '## [1.2.0] - unreleased' },
    'CHANGELOG.md: 1.2.0 has no date, but "unreleased"',
  ],
  ['changes', { changedFiles: ' M core/a.ts' }, 'The working tree has changes that are not committed'],
  ['a tag that exists', { tags: ['v1.2.0'] }, 'The tag v1.2.0 exists'],
])('refuses %s', (_, change, fault) => {
  expect(releaseFaults({ ...ready, ...change })).toContain(fault);
});
