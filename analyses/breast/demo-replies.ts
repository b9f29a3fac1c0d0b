import type { WireFields } from '@second-read/core/analysis/report-module';

/**
 * Shown as "Demo data": the fields its screens read and those the specification names. A confidence is null:
 * only a measurement gives one.
 */
export const demoReplies: readonly WireFields[] = [
  {
    original_image_url: '/samples/breast/cesm_p276_l_dm_cc.png',
    report_text: [
      'birads_cat:3',
      'mass:1',
      'mass_definition:1',
      'mass_density:2',
      'mass_shape:1',
      'mass_calcification:0',
      'axilla_findings:0',
      'calcification:0',
      'acr_breast_density:2',
    ],
  },
];
