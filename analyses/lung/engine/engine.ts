import type { Engine } from '@second-read/core/analysis/engine';
import { accept } from './accept.ts';
import { unreadable } from './findings/unreadable.ts';
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
