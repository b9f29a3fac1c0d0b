import type { WireFields } from '@second-read/core/analysis/report-module';

/**
 * Shown as "Demo data": the fields its screens read and those the specification names. A confidence is null:
 * only a measurement gives one.
 */
export const demoReplies: readonly WireFields[] = [
  {
    original_image_url: '/samples/lung/nodule_0501_n1_s02.png',
    nodule_detected: 1,
    nodule_confidence: null,
    region_affected: 'Right lung',
    volume: 'Not specified',
    report_text: ['nodule:1', 'region_affected:Right lung', 'volume:Not specified'],
  },
];
