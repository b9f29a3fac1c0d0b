import type { Engine } from '@second-read/core/analysis/engine';
import type { Study } from '@second-read/core/decode/study';
import { mask } from '@second-read/core/pixels/plane';
import type { Analysis } from '@second-read/core/reading/analysis';
import { accept } from './accept.ts';
import { toReading } from './findings/to-reading.ts';
import { segmentedView } from './findings/views.ts';
import { type PreparedSlice, prepare } from './prepare.ts';
import { readCrop } from './read-crop.ts';
import { readSlice } from './read-slice.ts';

/** The lung module. Option `step: nodule` outlines the nodule at the centre of a crop and nothing else. */
export const engine: Engine<PreparedSlice> = {
  prepare,
  accept,
  async analyse({ study, seen: seenOf }, context) {
    if (context.options?.step === 'nodule') return readCrop(study, context);
    context.progress('Finding the lungs', 0.05);
    const seen = await seenOf(context);
    if (seen === 'crop') return readCrop(study, context);
    if (seen === 'black') return unreadable(study);
    return readSlice(study, seen, context);
  },
};

/**
 * Of a slice whose window shows neither lungs nor body: nothing is assessed, nothing marked, another window
 * asked for.
 */
function unreadable(study: Study): Analysis {
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
