import type { WireFields } from '@second-read/core/analysis/report-module';
import { describe, expect, it } from 'vitest';
import { readingOfRow } from '../apps/server/src/modules/earlier/reading-of-row.ts';
import { urgencyOf as urgencyOfReading } from './stored-reading.ts';

const urgencyOf = (module: string, wire: WireFields) => urgencyOfReading(readingOfRow({ module, wire }));

const brain = {
  haemorrhage: 'None detected on this slice (probability 3 %)',
  haemorrhage_confidence: 97,
  midline_shift: 'None measurable (0.4 mm, 0.3 % of the inner skull width)',
  ventricular_dilation: 'Not dilated (Evans index 0.24)',
  hypodense_areas: 'None seen against the other side (areas of 2 % of the brain and more)',
  sulcation: 'Within the usual range (sulcal CSF 2.0 % of the cortical band)',
};

describe('the urgency of a brain slice', () => {
  const urgency = (wire: Record<string, string | number>) => urgencyOf('brain-ct', { ...brain, ...wire });

  it('is none where nothing was found', () => {
    expect(urgency({})).toEqual({ value: 0, level: 'none', words: 'Nothing found' });
  });

  it('puts a suspected bleeding before all else, the surer the earlier', () => {
    const bleeding = {
      haemorrhage: 'Suspected on the left, most like a subdural haematoma (probability 91 %)',
    };
    const sure = urgency({ ...bleeding, haemorrhage_confidence: 91 });
    const unsure = urgency({ ...bleeding, haemorrhage_confidence: 55 });
    const shift = urgency({
      midline_shift: 'Shifted to the left (7.1 mm, 5.3 % of the inner skull width, above 5 mm)',
    });
    const dilated = urgency({ ventricular_dilation: 'Dilated (Evans index 0.36)' });
    const values = [sure, unsure, shift, dilated].map(({ value }) => value);
    expect(values).toEqual(values.toSorted((a, b) => b - a));
    expect(new Set(values).size).toBe(4);
    expect([sure, shift, dilated].map(({ level }) => level)).toEqual(['urgent', 'urgent', 'finding']);
    expect(sure.words).toBe('Hemorrhage suspected');
  });

  it('names everything that was seen', () => {
    const wire = {
      midline_shift: 'Shifted to the right (x)',
      hypodense_areas: 'Left, frontal (12 mm, -8 HU against the other side)',
    };
    expect(urgency(wire).words).toBe('Midline shift, Hypodense area');
  });
});

describe('the urgency of a lung slice', () => {
  it('is that of its surest finding, in words with its confidence', () => {
    const text = ['nodule:1', 'nodule_confidence:62', 'consolidation:1', 'opacity_confidence:81'];
    expect(urgencyOf('lung', { report_text: text })).toEqual({
      value: 81,
      level: 'finding',
      words: 'Consolidation 81.0 %, Nodule 62.0 %',
    });
    expect(urgencyOf('lung', { report_text: ['nodule:0', 'nodule_confidence:12'] }).value).toBe(0);
  });

  it('names both kinds of opacity with their one probability once', () => {
    const text = ['nodule:0', 'ground_glass:1', 'consolidation:1', 'opacity_confidence:81'];
    expect(urgencyOf('lung', { report_text: text }).words).toBe(
      'Ground-glass opacity and consolidation 81.0 %',
    );
  });
});

describe('the urgency of a mammogram', () => {
  it('goes by its category before any confidence', () => {
    const of = (category: number, confidence: number) =>
      urgencyOf('breast', {
        report_text: [`birads_cat:${category}`, 'mass:1', `mass_confidence:${confidence}`],
      });
    expect(of(4, 20).value).toBeGreaterThan(of(3, 99).value);
    expect(of(4, 90)).toMatchObject({ level: 'urgent', words: 'BI-RADS 4, Mass 90.0 %' });
    expect(of(3, 90).level).toBe('finding');
  });
});

describe('the urgency of a cervix picture', () => {
  it('is none where nothing but the cervix was outlined', () => {
    const findings = [
      { type: 'lesion', found: 0, confidence: 80 },
      { type: 'cervical tissue', found: 1, confidence: null },
      { type: 'abnormality', found: 0, confidence: 94.5 },
    ];
    expect(urgencyOf('cervix', { findings })).toEqual({
      value: 0,
      level: 'none',
      words: 'Nothing found',
    });
  });
});

describe('a picture in which nothing could be judged', () => {
  it('does not read as one without a finding', () => {
    const none = { value: 0, level: 'open', words: 'No conclusion' };
    const output =
      'No conclusion: this slice shows no brain that can be judged (level face, or window unsuitable).';
    expect(urgencyOf('brain-ct', { output })).toEqual(none);
    expect(urgencyOf('lung', { report_text: ['nodule:0', 'nodule_assessed:0'] })).toEqual(none);
    const findings = ['lesion', 'cervical tissue', 'abnormality'].map((type) => ({ type, found: 0 }));
    expect(urgencyOf('cervix', { findings })).toEqual(none);
  });
});
