import { describe, expect, it } from 'vitest';
import { readMetrics } from './read-metrics.ts';

describe('an evaluation', () => {
  it('gives figures at any depth, with interval and cases', () => {
    const { figures } = readMetrics({ nodule: { auc: { value: 0.91, ci95: [0.88, 0.94], n: 400 } } });
    expect(figures).toEqual([
      { group: 'Nodule', name: 'AUC', value: 0.91, interval: [0.88, 0.94], cases: 400 },
    ]);
  });

  it('gives bare numbers as figures without an interval, and leaves settings of the run out', () => {
    const { figures } = readMetrics({ seed: 3, dice: { left_lung: 0.98 } });
    expect(figures).toEqual([{ group: 'Dice', name: 'Left lung', value: 0.98, interval: null, cases: null }]);
  });

  it('takes no interval from a pair that is not measured', () => {
    const { figures } = readMetrics({ refusals: { share: 0, of: 0, interval: [null, null] } });
    expect(figures).toEqual([{ group: '', name: 'Refusals', value: 0, interval: null, cases: 0 }]);
  });

  it('gives no figure where nothing could be measured', () => {
    const { figures } = readMetrics({ auc: { value: null, low: null, high: null, n: 0 } });
    expect(figures).toEqual([]);
  });

  it('gives lists of points as curves', () => {
    const points = [
      { fpr: 0, tpr: 0 },
      { fpr: 0.1, tpr: 0.8 },
    ];
    expect(readMetrics({ roc: points }).curves).toEqual([
      {
        group: '',
        name: 'ROC',
        xLabel: 'Fpr',
        yLabel: 'Tpr',
        points: [
          { x: 0, y: 0 },
          { x: 0.1, y: 0.8 },
        ],
      },
    ]);
  });

  it('gives sensitivities at rates of false marks as a FROC curve, in order of the rate', () => {
    const { curves } = readMetrics({
      slices: {
        sensitivity_at_1_false_per_slice: { value: 0.8 },
        'sensitivity_at_0.5_false_per_slice': { value: 0.7 },
        sensitivity_at_2_false_per_slice: { value: 0.9 },
      },
    });
    expect(curves).toEqual([
      {
        group: 'Slices',
        name: 'Slices',
        xLabel: 'False marks per slice',
        yLabel: 'Sensitivity',
        points: [
          { x: 0.5, y: 0.7 },
          { x: 1, y: 0.8 },
          { x: 2, y: 0.9 },
        ],
      },
    ]);
  });

  it('keeps what an evaluation says beside the figures it says it of', () => {
    expect(readMetrics({ crops: { evaluated: 'out of fold', dice: 0.8 } }).notes).toEqual([
      { group: 'Crops', text: 'out of fold' },
    ]);
  });

  it('is empty for what is no evaluation', () => {
    expect(readMetrics(null)).toEqual({ figures: [], curves: [], notes: [] });
  });
});
