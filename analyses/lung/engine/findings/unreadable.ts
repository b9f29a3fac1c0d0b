import type { Study } from '@second-read/core/decode/study';
import { mask } from '@second-read/core/pixels/plane';
import type { Analysis } from '@second-read/core/reading/analysis';
import { toReading } from './to-reading.ts';
import { segmentedView } from './views.ts';

/**
 * Of a slice whose window shows neither lungs nor body: nothing is assessed, nothing marked, another window
 * asked for.
 */
export function unreadable(study: Study): Analysis {
  const { width, height } = study;
  const labels = mask(width, height);
  const reason = 'hidden_by_window';
  const input = { extent: 'slice', window: 'all_black', pose: null } as const;
  return {
    reading: toReading({ study, scale: 1, input, nodules: reason, opacities: reason }),
    candidates: [],
    labels,
    scores: { nodule: null, opacity: null, opacity_share: null },
    views: { segmented: segmentedView(labels) },
  };
}
