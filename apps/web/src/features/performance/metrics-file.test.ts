import { manifests } from '@second-read/analyses/manifests';
import { describe, expect, it } from 'vitest';
import { metricsFile } from './metrics-file.ts';
import { readMetrics } from './read-metrics.ts';

const found = import.meta.glob<unknown>('../../../../../analyses/*/model/metrics.json', {
  import: 'default',
  eager: true,
});
const files = new Map(Object.entries(found).map(([path, file]) => [path.split('/').at(-3) ?? '', file]));
const folders = [...files.keys()];

describe('the measured figures of every module', () => {
  it('are there for every module of the catalogue and for the gate', () => {
    expect(folders).toEqual(expect.arrayContaining([...manifests.map(({ id }) => id), 'modality']));
  });

  it.each(folders)('of %s have the common shape, and give figures', (folder) => {
    expect(metricsFile.safeParse(files.get(folder)).error?.issues ?? []).toEqual([]);
    const { figures } = readMetrics(files.get(folder));
    expect(figures.length).toBeGreaterThan(0);
    for (const { value } of figures) expect(Number.isFinite(value)).toBe(true);
  });
});

describe('the common shape', () => {
  it('takes groups, settings and notes of any name', () => {
    const file = { date: '2026-11-21', folds: [0, 1], anything: { deeper: { dice: { value: 0.9, n: 4 } } } };
    expect(metricsFile.safeParse(file).success).toBe(true);
  });

  it.each([
    ['a value in words', { auc: { value: 'good' } }],
    ['an interval from high to low', { auc: { value: 0.9, low: 0.95, high: 0.85 } }],
    ['half an interval', { auc: { value: 0.9, interval: [0.8] } }],
    ['a share of half a case', { auc: { value: 0.9, n: 2.5 } }],
    ['a curve whose points differ', { roc: [{ x: 0, y: 0 }, { x: 1 }] }],
  ])('refuses %s', (_, file) => {
    expect(metricsFile.safeParse(file).success).toBe(false);
  });
});
