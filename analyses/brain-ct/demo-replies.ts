import type { WireFields } from '@second-read/core/analysis/report-module';

/**
 * Shown as "Demo data": the fields its screens read and those the specification names. A confidence is null:
 * only a measurement gives one.
 */
export const demoReplies: readonly WireFields[] = [
  {
    input_img: '/samples/brain-ct/ct_normal_ventricles_061_12.png',
    lesion_detected: 0,
    lesion_confidence: null,
    volume: 'Not specified',
    sulcation: 'Normal',
    output: 'No lesion described (demo data)',
  },
];
