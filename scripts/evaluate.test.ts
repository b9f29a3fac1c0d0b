import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const script = join(import.meta.dirname, 'evaluate.mjs');

function evaluate(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { status, stderr } = spawnSync(process.execPath, [script, ...args], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  return { status, stderr };
}

describe('npm run evaluate', () => {
  it('names the folder where it found no data sets, and exits 1', () => {
    const absent = join(tmpdir(), 'second-read-no-data-sets');
    const { status, stderr } = evaluate(['modality'], { SECOND_READ_DATA: absent });
    expect(status).toBe(1);
    expect(stderr).toContain(`The data sets are not at ${absent}. Set SECOND_READ_DATA`);
  });

  it('reports a missing Python when PYTHON names no program, and exits 1', () => {
    const empty = mkdtempSync(join(tmpdir(), 'second-read-data-'));
    const { status, stderr } = evaluate(['modality'], { SECOND_READ_DATA: empty, PYTHON: '/no/python' });
    expect(status).toBe(1);
    expect(stderr).toContain('Python is not at hand.');
  });

  it('lists its modules when called without one or with an unknown one, and exits 2', () => {
    for (const args of [[], ['liver'], ['../modality'], ['modality', 'lung']]) {
      const { status, stderr } = evaluate(args);
      expect([args, status]).toEqual([args, 2]);
      expect(stderr).toMatch(/^Usage: npm run evaluate -- <.*modality.*>/);
    }
  });
});
