import type { Study } from '@second-read/core/decode/study';
import { type Mark, markOf, type SliceEvidence } from '@second-read/core/exam/mark';
import type { GreyPlane } from '@second-read/core/pixels/plane';
import { area } from '@second-read/core/pixels/regions/mask-logic';
import type { Lungs } from '../lungs/lungs.ts';
import { noduleType } from '../nodules/nodule-type.ts';
import type { Nodule } from '../nodules/nodules.ts';
import type { Opacities } from '../opacity/opacity.ts';
import { toStudy, type WorkingSlice } from '../working-slice.ts';
import { placeOf } from './place.ts';

/** Weaker spots say nothing, in neighboring slices either. */
const minScore = 0.1;
/**
 * Below this, Hounsfield units, lung counts as emphysema (Müller et al., Chest 94:782, 1988: -950 since
 * multidetector CT).
 */
const emphysemaBelow = -950;

interface Seen {
  readonly nodules: readonly Nodule[];
  readonly lungs: Lungs;
  /** Where they are reported. */
  readonly opacities: Opacities | undefined;
  readonly density: GreyPlane;
  readonly working: WorkingSlice;
  readonly isClipped: boolean;
}

/** What the exam of the whole chest needs of one slice. */
export function evidenceOf(study: Study, seen: Seen): SliceEvidence {
  const { lungs, opacities, working, isClipped } = seen;
  const [left, right] = [area(lungs.left), area(lungs.right)];
  const toPixels = working.scale * working.scale;
  const isHounsfield = study.quantity === 'hounsfield';
  return {
    marks: seen.nodules
      .filter(({ score }) => score >= minScore)
      .flatMap((nodule) => noduleMark(study, seen, nodule)),
    facts: {
      leftPx: left * toPixels,
      rightPx: right * toPixels,
      leftOpacityPx: (opacities?.leftShare ?? 0) * left * toPixels,
      rightOpacityPx: (opacities?.rightShare ?? 0) * right * toPixels,
      groundGlassPx: (opacities?.groundGlassShare ?? 0) * (left + right) * toPixels,
      consolidationPx: (opacities?.consolidationShare ?? 0) * (left + right) * toPixels,
      emphysemaPx: isHounsfield ? emphysemaPixels(working.plane, lungs) * toPixels : null,
      isTurned: lungs.pose !== 'upright',
      isClipped,
    },
  };
}

function noduleMark(study: Study, { lungs, density }: Seen, nodule: Nodule): Mark[] {
  const { side, third } = placeOf(nodule.mask, nodule.box, lungs);
  const facts = { side, third, kind: noduleType(density, nodule.mask) };
  return [markOf(toStudy(nodule.mask, study), { type: 'nodule', score: nodule.score, facts })].flatMap(
    (mark) => mark ?? [],
  );
}

function emphysemaPixels(plane: GreyPlane, { left, right }: Lungs): number {
  let count = 0;
  for (let i = 0; i < plane.data.length; i++) {
    if ((left.data[i] !== 0 || right.data[i] !== 0) && (plane.data[i] ?? 0) < emphysemaBelow) count++;
  }
  return count;
}
