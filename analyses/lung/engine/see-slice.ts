import type { EngineContext } from '@second-read/core/analysis/engine';
import type { Study } from '@second-read/core/decode/study';
import type { Box, Mask } from '@second-read/core/pixels/plane';
import { union } from '@second-read/core/pixels/regions/mask-logic';
import { noTurn, turned } from '@second-read/core/pixels/sampling/turn';
import { recogniseModality } from '../../modality/gate.ts';
import type { GateView } from '../../modality/reduced-colour.ts';
import { findAir } from './lungs/air.ts';
import { findAirways } from './lungs/airways.ts';
import { withoutBowelGas } from './lungs/bowel-gas.ts';
import { extentOf } from './lungs/extent.ts';
import { fatOf } from './lungs/fat.ts';
import { type Levels, measureLevels } from './lungs/levels.ts';
import { isLungLevel, mayBeAway } from './lungs/lung-level.ts';
import { lungParts, withSeenLung } from './lungs/lung-parts.ts';
import { findLungs, type Lungs } from './lungs/lungs.ts';
import { bodyBox, findOpacityMaps, findTissue, type OpacityMaps, type Tissue } from './lungs/tissue.ts';
import { noLungs, withAir } from './lungs/with-air.ts';
import { type WorkingSlice, workingSliceOf } from './working-slice.ts';

/** A whole slice with its lungs, before anything is looked for in it. */
export interface SeenSlice {
  readonly working: WorkingSlice;
  readonly lungs: Lungs;
  readonly levels: Levels;
  readonly tissue: Tissue;
  readonly opaque: OpacityMaps;
  /** The part that holds the chest. */
  readonly body: Box;
  /** The body with everything it encloses. */
  readonly bodyMask: Mask;
  /** Whether it lies at the level of the lungs; elsewhere none are outlined. */
  readonly isAtLungs: boolean;
}

/** Of a picture that is turned by a quarter: back, or its mirror image, which is the same to the gate. */
function onItsSide({ colour: _, ...view }: GateView): GateView {
  const grey = turned(view.grey, { ...noTurn, isTransposed: true });
  return { ...view, width: grey.width, height: grey.height, grey };
}

/** The lungs of a whole slice; or that it is a cut-out, or too black to be read. */
export async function seeSlice(
  study: Study,
  gate: GateView,
  context: EngineContext,
): Promise<SeenSlice | 'crop' | 'black'> {
  const working = workingSliceOf(study);
  const levels = measureLevels(working.plane, study.quantity);
  const air = findAir(working.plane, levels.threshold);
  const airways = findAirways(air, working.plane, levels);
  const parts = lungParts(air, airways);
  const extent = extentOf(working.plane, { air, parts, levels });
  if (extent !== 'slice') return extent;
  const body = bodyBox(air.body);
  const { plane } = working;
  const { quantity } = study;
  const tissue = await findTissue({ plane, quantity, body, levels }, context);
  context.signal.throwIfAborted();
  const { acrossPicture } = air;
  const noLung = levels.isAirBlack ? union(fatOf(plane, air), acrossPicture) : acrossPicture;
  const found = findLungs(air, airways, withSeenLung(parts, tissue.lung, noLung), {
    isUpright: study.source.directions !== undefined,
  });
  // The gate knows chests as they are displayed.
  const asDisplayed = found.pose === 'turned' ? onItsSide(gate) : gate;
  const scores = await recogniseModality(asDisplayed, context);
  const seen = { plane, quantity, levels };
  const isAtLungs = isLungLevel(scores, levels);
  const lungs = isAtLungs
    ? withAir(withoutBowelGas(found, { ...seen, air, mayBeAway: mayBeAway(scores) }), seen)
    : noLungs(found);
  const both = union(lungs.left, lungs.right);
  const opaque = await findOpacityMaps({ plane, quantity, lungs: both }, context);
  context.signal.throwIfAborted();
  return { working, levels, tissue, opaque, body, bodyMask: air.body, lungs, isAtLungs };
}
