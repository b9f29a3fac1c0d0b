import { describe, expect, it } from 'vitest';
import { marksOf } from '../../marks.ts';
import { exportRecord, labels, withFindings } from '../../record.test-support.ts';
import { contentLines, readElements } from '../read-elements.test-support.ts';
import { writeMammographyCad } from './mammography-cad.ts';

const record = exportRecord();
const linesOf = (of = record, map = labels) =>
  contentLines(readElements(writeMammographyCad(of, map) ?? new Uint8Array()).dataSet);

describe('the mammography CAD report', () => {
  it('holds language, library, summaries and one mark for each region of what was detected', () => {
    const picture = record.uid('picture');
    const algorithm = ['TEXT | Algorithm Name | Second Read breast', 'TEXT | Algorithm Version | 0.1.0'];
    expect(linesOf()).toEqual([
      'CONTAINER | Mammography CAD Report',
      '  HAS CONCEPT MOD | CODE | Language of Content Item and Descendants | en',
      '  CONTAINS | CONTAINER | Image Library',
      `    CONTAINS | IMAGE | ${picture}`,
      '  CONTAINS | CODE | CAD Processing and Findings Summary | 111242',
      '    INFERRED FROM | CONTAINER | Individual Impression/Recommendation',
      '      HAS CONCEPT MOD | CODE | Rendering Intent | 111150',
      '      CONTAINS | CODE | Single Image Finding | 129793001',
      '        HAS CONCEPT MOD | CODE | Rendering Intent | 111150',
      ...algorithm.map((line) => `        HAS PROPERTIES | ${line}`),
      '        HAS PROPERTIES | NUM | Certainty of Finding | 87.4 | %',
      '        HAS PROPERTIES | SCOORD | Center',
      `          SELECTED FROM | IMAGE | ${picture}`,
      '        HAS PROPERTIES | SCOORD | Outline',
      `          SELECTED FROM | IMAGE | ${picture}`,
      '  CONTAINS | CODE | Summary of Detections | 111222',
      '    INFERRED FROM | CONTAINER | Successful Detections',
      '      CONTAINS | CODE | Detection Performed | 129793001',
      ...algorithm.map((line) => `        HAS PROPERTIES | ${line}`),
      `        HAS PROPERTIES | IMAGE | ${picture}`,
      '  CONTAINS | CODE | Summary of Analyses | 111225',
    ]);
  });

  it('gives no mark a confidence that belongs to several', () => {
    const two = { width: 5, height: 1, data: Uint8Array.from([2, 0, 0, 0, 2]) };
    const lines = linesOf(record, two);
    expect(lines.filter((line) => line.includes('Single Image Finding'))).toHaveLength(2);
    expect(lines.join('\n')).not.toContain('Certainty');
  });

  it('has no marks where nothing was detected', () => {
    const none = { reading: withFindings(record, { state: 'not_found' }) };
    const lines = linesOf({ ...record, ...none });
    expect(lines).toContain('  CONTAINS | CODE | CAD Processing and Findings Summary | 111241');
    expect(lines.join('\n')).not.toContain('Single Image Finding');
  });

  it('is not made for modules that are no mammography', () => {
    const { cad: _none, ...coding } = record.coding;
    expect(writeMammographyCad({ ...record, coding }, labels)).toBeUndefined();
  });
});

describe('marks', () => {
  it('are the regions of a class, largest first, in coordinates from the corner of the first pixel', () => {
    const grid = { width: 4, height: 3, data: Uint8Array.from([2, 0, 0, 0, 0, 0, 2, 2, 0, 0, 2, 2]) };
    expect(marksOf(grid, 2)).toEqual([
      { centre: [3, 2], outline: [2.5, 1.5, 3.5, 1.5, 3.5, 2.5, 2.5, 2.5, 2.5, 1.5] },
      { centre: [0.5, 0.5], outline: [0.5, 0.5, 0.5, 0.5] },
    ]);
  });

  it('have outlines of bounded length', () => {
    const side = 1200;
    const whole = { width: side, height: side, data: new Uint8Array(side * side).fill(2) };
    expect(marksOf(whole, 2)[0]?.outline.length).toBeLessThanOrEqual(1004);
  });
});
