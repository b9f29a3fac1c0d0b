import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const gallery = join(root, 'apps/web/public/samples/lung');

describe('npm run analyse', () => {
  // This many names on the command line of the inference process cause a segmentation fault.
  it('takes a thousand files, the picture last', { timeout: 180_000 }, () => {
    const out = mkdtempSync(join(tmpdir(), 'run-program-'));
    const picture = readdirSync(gallery).find((name) => name.endsWith('.png')) ?? '';
    const missing = Array.from({ length: 999 }, (_, n) => join(out, `a-file-that-is-not-there-${n}.png`));
    const { status, stderr } = spawnSync(
      process.execPath,
      ['scripts/run-program.mjs', 'cli', 'analyse', 'lung', ...missing, join(gallery, picture), '--out', out],
      { cwd: root, encoding: 'utf8' },
    );
    expect(status, stderr.slice(-2000)).toBe(0);
    const lines = readFileSync(join(out, 'results.jsonl'), 'utf8').trim().split('\n');
    expect(lines).toHaveLength(1000);
    expect(JSON.parse(lines[999] ?? '')).toMatchObject({ status: 'completed' });
    rmSync(out, { recursive: true, force: true });
  });
});
