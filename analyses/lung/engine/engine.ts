import type { Engine } from '@second-read/core/analysis/engine';
import { accept } from './accept.ts';
import { unreadable } from './findings/unreadable.ts';
import { findAir } from './lungs/air.ts';
import { findAirways } from './lungs/airways.ts';
import { extentOf } from './lungs/extent.ts';
import { measureLevels } from './lungs/levels.ts';
import { lungParts, withSeenLung } from './lungs/lung-parts.ts';
import { findLungs } from './lungs/lungs.ts';
import { bodyBox, findTissue } from './lungs/tissue.ts';
import { type PreparedSlice, prepare } from './prepare.ts';
import { readCrop } from './read-crop.ts';
import { readSlice } from './read-slice.ts';
import { workingSliceOf } from './working-slice.ts';

/** The lung module. Option `step: nodule` outlines the nodule at the centre of a crop and nothing else. */
export const engine: Engine<PreparedSlice> = {
  prepare,
  accept,
  async analyse({ study }, context) {
    if (context.options?.step === 'nodule') return readCrop(study, context);
    context.progress('finding the lungs', 0.05);
    const working = workingSliceOf(study);
    const levels = measureLevels(working.plane, study.quantity);
    const air = findAir(working.plane, levels.threshold);
    const airways = findAirways(air, working.plane, levels);
    const parts = lungParts(air, airways);
    const extent = extentOf(working.plane, { air, parts, levels });
    if (extent === 'crop') return readCrop(study, context);
    if (extent === 'black') return unreadable(study);
    const body = bodyBox(air.body);
    const tissue = await findTissue({ plane: working.plane, quantity: study.quantity, body }, context);
    context.signal.throwIfAborted();
    const lungs = findLungs(air, airways, withSeenLung(parts, tissue.lung));
    return readSlice(study, { working, lungs, levels, tissue, body }, context);
  },
};
