import { describe, expect, it } from 'vitest';
import { demoRecordOf } from './demo-analysis.ts';

describe('the demo records', () => {
  it('of lung and brain carry the specified fields, and no confidence that nothing measured', () => {
    expect(demoRecordOf('demo-lung-1')).toMatchObject({
      nodule_detected: 1,
      nodule_confidence: null,
      region_affected: 'Right lung',
      volume: 'Not specified',
    });
    expect(demoRecordOf('demo-brain-1')).toMatchObject({
      lesion_detected: 0,
      lesion_confidence: null,
      volume: 'Not specified',
    });
  });

  it('of cervix are two, with placeholders; other numbers lead to one of them', () => {
    const [first, second] = [demoRecordOf('demo-cervix-1'), demoRecordOf('demo-cervix-2')];
    expect(first).not.toEqual(second);
    for (const record of [first, second]) {
      expect(JSON.stringify(record.findings)).toContain('Not specified');
    }
    expect([demoRecordOf('demo-cervix-3'), demoRecordOf('demo-cervix-a')]).toEqual([first, first]);
  });
});
