import { describe, expect, it } from 'vitest';
import { exportRecord } from '../record.test-support.ts';
import { csvCell } from './csv-cell.ts';
import { columnsOf, reportTableHead, reportTableLine } from './report-table.ts';

const record = exportRecord();
const { document } = record;
const columns = columnsOf(document);

describe('a table of reports', () => {
  it('has three columns for each finding, and as many cells in every line', () => {
    expect(reportTableHead(columns)).toBe(
      '"Report ID","Patient ID","Date","Analyzed By","Category","Mass","Mass confidence %","Mass details",' +
        '"Axilla","Axilla confidence %","Axilla details","Diagnosis","Comments","Notice",' +
        '"Frame or slice","Exam date","Status","Version","Signed by","Signed at"\r\n',
    );
    expect(reportTableLine(record, columns)).toBe(
      '"breast-1","Ünal 漢字","","Ada Reader","BI-RADS 4","yes","87.4","Shape: Oval; Measurement: 12 mm",' +
        '"not assessed","","Not assessed: this view shows no axillary field.","",' +
        `"'=1+1 is no formula, ""quoted"",\nsecond line","Research use only. Not for primary diagnosis.","",` +
        '"","PRELIMINARY - NOT VERIFIED","1","",""\r\n',
    );
  });

  it('never prints the placeholder of a pending category', () => {
    const category = {
      label: 'BI-RADS 0',
      value: 0,
      words: 'Pending analysis',
      management: '',
      severity: 'pending',
    } as const;
    const assessment = { heading: 'Assessment', category, comments: [], trace: [] };
    expect(reportTableLine({ ...record, document: { ...document, assessment } }, columns)).not.toContain(
      'BI-RADS',
    );
  });

  it('says a category without a number in words', () => {
    const words = 'Incomplete, further views needed';
    const category = { label: 'BI-RADS', value: 0, words, management: '', severity: 'attention' } as const;
    const assessment = { heading: 'Assessment', category, comments: [], trace: [] };
    expect(reportTableLine({ ...record, document: { ...document, assessment } }, columns)).toContain(
      `"Ada Reader","${words}"`,
    );
  });

  it('has a column for each row of a report that is a table', () => {
    const { assessment: _none, ...others } = document;
    const brain = {
      ...others,
      findings: [],
      table: { head: ['Finding', 'Observation'], rows: [['Midline Shift', '3 mm']] },
      diagnosis: { heading: 'Diagnosis', text: 'None.' },
    } as const;
    expect(reportTableHead(columnsOf(brain))).toContain('"Midline Shift","Diagnosis"');
    expect(reportTableLine({ ...record, document: brain }, columnsOf(brain))).toContain('"3 mm","None."');
  });
});

describe('a cell of the CSV', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1', '|cmd', '%0A', '\n=1'])(
    'is text when it begins like a formula: %j',
    (text) => {
      expect(csvCell(text)).toBe(`"'${text}"`);
    },
  );

  it('is left as it is otherwise, quotes doubled', () => {
    expect([csvCell('a "b", c'), csvCell(null), csvCell(-3), csvCell('a=b')]).toEqual([
      '"a ""b"", c"',
      '""',
      '"-3"',
      '"a=b"',
    ]);
  });
});
