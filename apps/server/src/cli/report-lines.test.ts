import { moduleOf } from '@second-read/analyses/catalogue';
import { moduleIds } from '@second-read/analyses/manifests';
import type { WireFields } from '@second-read/core/analysis/report-module';
import { expect, it } from 'vitest';
import { reportText } from './report-lines.ts';

it("is the module's own where it has one", () => {
  expect(reportText({ report_text: ['mass:1'], other: 2 })).toEqual(['mass:1']);
});

it('writes the plain fields of a module that has none, and its lists line by line', () => {
  const wire = { sulcation: 'Prominent', level: null, trace: ['a', 'b'], scores: { haemorrhage: 0.2 } };
  expect(reportText(wire)).toEqual(['sulcation:Prominent', 'trace:a', 'trace:b']);
});

it('writes the findings of the cervix, whose own list is empty as specified', () => {
  const wire: WireFields = {
    report_text: [],
    findings: [
      {
        type: 'lesion',
        found: 1,
        confidence: 76.2,
        lesion_type: 'Acetowhite, dense',
        clinical_note: 'Look.',
      },
      { type: 'cervical tissue', found: 0, confidence: null, cervical_density: null, clinical_note: null },
    ],
    impression: 'Major change.',
    swede: { acetowhiteness: 2, vessels: null, total_least: 2 },
    comments: ['One photograph.'],
  };
  expect(reportText(wire)).toEqual([
    'lesion:1',
    'lesion_confidence:76.2',
    'lesion_type:Acetowhite, dense',
    'lesion_note:Look.',
    'cervical_tissue:0',
    'impression:Major change.',
    'swede_acetowhiteness:2',
    'swede_total_least:2',
    'comment:One photograph.',
  ]);
});

it.each(moduleIds)('is there for every demo reply of %s', (id) => {
  for (const reply of moduleOf(id).demoReplies) expect(reportText(reply).length).toBeGreaterThan(1);
});
