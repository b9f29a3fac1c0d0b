import { expect, it } from 'vitest';
import { dialect } from './steps/dialect.mjs';
import { unknownLicences } from './steps/licences.mjs';
import { oddFiles } from './steps/odd-files.mjs';

it('large files and kinds that nothing here uses are named, the networks that ship are not', () => {
  const files = [
    { path: 'core/src/a.ts', bytes: 100 },
    { path: 'analyses/lung/model/spot.onnx', bytes: 4_000_000 },
    { path: 'training/runs/spot.onnx', bytes: 4_000_000 },
    { path: 'tool-1.0.whl', bytes: 10 },
    { path: '.github/CODEOWNERS', bytes: 10 },
  ];
  expect(oddFiles(files)).toEqual([
    'training/runs/spot.onnx: 4000000 bytes',
    'tool-1.0.whl: no expected kind of file',
  ]);
});

it('licences that are not permitted are named, those of development packages are not', () => {
  const packages = {
    'node_modules/a': { version: '1.0.0', license: 'MIT' },
    'node_modules/b': { version: '1.0.0', license: 'GPL-3.0-only' },
    'node_modules/c': { version: '1.0.0', license: '(GPL-2.0 OR MIT)' },
    'node_modules/d': { version: '1.0.0', license: 'MIT AND GPL-2.0' },
    'node_modules/e': { version: '1.0.0' },
    'node_modules/f': { version: '1.0.0', license: 'GPL-3.0-only', dev: true },
  };
  expect(unknownLicences({ packages })).toEqual([
    'b 1.0.0: GPL-3.0-only',
    'd 1.0.0: MIT AND GPL-2.0',
    'e 1.0.0: unknown',
  ]);
});

it('phrases of the dialect are counted over all texts, and named where there are more than before', () => {
  const many = Array.from({ length: 1000 }, () => 'The user is told that the file stands here in vain.');
  expect(dialect(many)).toHaveLength(3);
  expect(dialect(['The user is notified. The data set is standardized.'])).toEqual([]);
});
