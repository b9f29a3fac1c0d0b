import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

const root = new URL('../', import.meta.url);
const python = process.env.PYTHON ?? 'python3';
const packages = [
  'cv2',
  'numpy',
  'onnx',
  'onnxruntime',
  'pandas',
  'pydicom',
  'skimage',
  'sklearn',
  'torch',
  'yaml',
];
const run = (...args: string[]) => spawnSync(python, args, { cwd: root, encoding: 'utf8' });

/** What Python lacks; undefined where Python itself is missing. */
function missingPackages(): string[] | undefined {
  const program = `import importlib.util as u; print(*[p for p in ${JSON.stringify(packages)} if u.find_spec(p) is None])`;
  const { status, stdout } = run('-c', program);
  return status === 0 ? stdout.split(/\s+/).filter(Boolean) : undefined;
}

const missing = missingPackages();
const reason =
  missing === undefined ? ' (skipped: no Python)' : ` (skipped: Python lacks ${missing.join(', ')})`;
const isReady = missing?.length === 0;
const modules = ['brain_ct', 'breast', 'cervix', 'lung', 'modality'];

describe(`training in Python${isReady ? '' : reason}`, () => {
  it.skipIf(!isReady).each(modules)(
    'ten generated pictures train %s into the networks that ship, and its card says what was measured',
    { timeout: 300_000 },
    (module) => {
      for (const args of [
        ['training.smoke', module],
        ['training.card', module, '--check'],
      ]) {
        const { status, stdout, stderr } = run('-m', ...args);
        expect(status, stdout + stderr).toBe(0);
      }
    },
  );
});
