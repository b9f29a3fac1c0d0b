import { describe, expect, it } from 'vitest';
import { cadViews, examRecord, withFindings } from '../../record.test-support.ts';
import { contentLines, readElements } from '../read-elements.test-support.ts';
import { writeExamCad } from './exam-cad.ts';

const record = examRecord();
const dataSetOf = (of = record, views = cadViews()) =>
  readElements(writeExamCad(of, views) ?? new Uint8Array()).dataSet;
const linesOf = (...of: Parameters<typeof dataSetOf>) => contentLines(dataSetOf(...of));

describe('the mammography CAD report of an exam', () => {
  it('lists every view with its side and projection', () => {
    const lines = linesOf().map((line) => line.trim());
    const at = lines.indexOf('CONTAINS | CONTAINER | Image Library');
    expect(lines.slice(at + 1, at + 13)).toEqual(
      (
        [
          [1, '73056007', '399162004'],
          [2, '73056007', '399368009'],
          [3, '80248007', '399162004'],
          [4, '80248007', '399368009'],
        ] as const
      ).flatMap(([number, side, view]) => [
        `CONTAINS | IMAGE | 1.2.3.4.${number}.1`,
        `HAS ACQ CONTEXT | CODE | Image Laterality | ${side}`,
        `HAS ACQ CONTEXT | CODE | Image View | ${view}`,
      ]),
    );
  });

  it('ties the places of one lesion on both views, and leaves one on a single view by itself', () => {
    const lines = linesOf();
    const features = lines.filter((line) => /Composite Feature|Single Image Finding/.test(line));
    expect(features).toEqual([
      '      CONTAINS | CODE | Composite Feature | 4147007',
      '        INFERRED FROM | CODE | Single Image Finding | 129793001',
      '        INFERRED FROM | CODE | Single Image Finding | 129793001',
      '      CONTAINS | CODE | Single Image Finding | 129793001',
    ]);
    const drawn = lines.filter((line) => line.includes('SELECTED FROM')).map((line) => line.split(' | ')[2]);
    const [cc, mlo] = ['1.2.3.4.3.1', '1.2.3.4.4.1'];
    expect(drawn).toEqual([cc, cc, mlo, mlo, cc, cc]);
  });

  it('names all views as its evidence, each in its series', () => {
    const [study] = dataSetOf().CurrentRequestedProcedureEvidenceSequence as {
      ReferencedSeriesSequence: { SeriesInstanceUID: string }[];
    }[];
    expect(study?.ReferencedSeriesSequence.map(({ SeriesInstanceUID }) => SeriesInstanceUID)).toEqual([
      ...['1.2.3.4.1', '1.2.3.4.2', '1.2.3.4.3', '1.2.3.4.4'],
    ]);
  });

  it('has no marks where nothing was found, and is not made for modules that are no mammography', () => {
    const none = { ...record, reading: withFindings(record, { state: 'not_found' }) };
    const lines = linesOf(none);
    expect(lines).toContain('  CONTAINS | CODE | CAD Processing and Findings Summary | 111241');
    expect(lines.join('\n')).not.toContain('Single Image Finding');
    const { cad: _none, ...coding } = record.coding;
    expect(writeExamCad({ ...record, coding }, cadViews())).toBeUndefined();
  });
});
