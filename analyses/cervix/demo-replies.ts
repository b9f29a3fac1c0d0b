import type { WireFields } from '@second-read/core/analysis/report-module';

/**
 * Shown as "Demo data": the fields its screens read and those the specification names. A confidence is null:
 * only a measurement gives one.
 */
export const demoReplies: readonly WireFields[] = [
  cervixRecord('aceto_C73Aceto_1.jpg', { type: 'lesion', found: 0 }),
  cervixRecord('aceto_C10Aceto_2.jpg', {
    type: 'lesion',
    found: 1,
    lesion_type: 'Not specified',
    size: 'Not specified',
    clinical_note: 'Placeholder for the demo.',
  }),
];

function cervixRecord(file: string, lesion: WireFields): WireFields {
  const tissue = { type: 'cervical tissue', found: 1, cervical_density: 'Not specified' };
  return {
    original_image_url: `/samples/cervix/${file}`,
    findings: [lesion, tissue, { type: 'abnormality', found: 0 }],
  };
}
