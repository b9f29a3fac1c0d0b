import type { Study } from '@second-read/core/decode/study';
import { metalPixels } from '@second-read/core/exam/metal';
import { fillHoles } from '@second-read/core/pixels/morphology/fill-holes';
import type { GreyPlane, Mask } from '@second-read/core/pixels/plane';
import { distanceTransform } from '@second-read/core/pixels/regions/distance-transform';
import { area, union } from '@second-read/core/pixels/regions/mask-logic';
import type { Landmarks } from '@second-read/core/reading/landmarks';
import { type Mark, markOf, type SliceEvidence } from '@second-read/core/reading/mark';
import type { Lungs } from '../lungs/lungs.ts';
import { lungProfile } from '../lungs/profile.ts';
import { withinHalfEdge } from '../nodules/half-edge.ts';
import type { Nodule } from '../nodules/nodule.ts';
import { noduleType, solidPart } from '../nodules/nodule-type.ts';
import { meanDiameter } from '../nodules/size.ts';
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
  const shown = seen.nodules.filter(({ score }) => score >= minScore);
  const depths = shown.length > 0 ? pleuraDistances(lungs) : undefined;
  const isHounsfield = study.quantity === 'hounsfield';
  return {
    marks:
      depths === undefined ? [] : shown.flatMap((nodule) => noduleMark(study, { ...seen, depths }, nodule)),
    facts: {
      leftPx: left * toPixels,
      rightPx: right * toPixels,
      leftOpacityPx: (opacities?.leftShare ?? 0) * left * toPixels,
      rightOpacityPx: (opacities?.rightShare ?? 0) * right * toPixels,
      groundGlassPx: (opacities?.groundGlassShare ?? 0) * (left + right) * toPixels,
      consolidationPx: (opacities?.consolidationShare ?? 0) * (left + right) * toPixels,
      emphysemaPx: isHounsfield ? emphysemaPixels(working.plane, lungs) * toPixels : null,
      metalPx: metalPixels(study),
      lungProfile: lungProfile(lungs),
      isTurned: lungs.pose !== 'upright',
      isClipped,
    },
    ...(left > 0 && right > 0 && { landmarks: landmarksOf(lungs, working.scale) }),
  };
}

/** The middle of each lung, and of an upright one its front and back. */
function landmarksOf({ left, right, pose }: Lungs, scale: number): Landmarks {
  const of = (name: string, lung: Mask) => {
    const { columns, rows } = extentOf(lung);
    const x = (scale * (columns.first + columns.last + 1)) / 2;
    const at = (y: number) => ({ x, y: scale * y });
    return {
      [name]: at((rows.first + rows.last + 1) / 2),
      ...(pose === 'upright' && {
        ...{ [`${name}Front`]: at(rows.first), [`${name}Back`]: at(rows.last + 1) },
      }),
    };
  };
  return { ...of('left', left), ...of('right', right) };
}

function extentOf({ width, data }: Mask) {
  const columns = { first: width, last: 0 };
  for (let i = 0; i < data.length; i++) {
    if (data[i] === 0) continue;
    columns.first = Math.min(columns.first, i % width);
    columns.last = Math.max(columns.last, i % width);
  }
  const row = (i: number) => Math.floor(Math.max(0, i) / width);
  return { columns, rows: { first: row(data.indexOf(1)), last: row(data.lastIndexOf(1)) } };
}

function noduleMark(
  study: Study,
  { lungs, density, working, depths }: Seen & { readonly depths: GreyPlane },
  { mask, box, score }: Nodule,
): Mark[] {
  const { side, third } = placeOf(mask, box, lungs);
  const kind = noduleType(density, mask);
  const edge = withinHalfEdge(density, mask, box);
  const facts = {
    ...{ side, third, kind },
    contrast: edge.contrast,
    edgePx: area(edge.mask) * working.scale ** 2,
    solidPx: kind === 'part-solid' ? meanDiameter(solidPart(density, mask)) * working.scale : null,
    pleuraPx: lowest(depths, mask) * working.scale,
  };
  // The rim of a part-solid one is what is outlined.
  const outlined = kind === 'solid' ? edge.mask : mask;
  return [markOf(toStudy(outlined, study), { type: 'nodule', score, facts })].flatMap((mark) => mark ?? []);
}

/** Pixels from each place in the lungs to the nearest outside of them: pleura, mediastinum included. */
function pleuraDistances({ left, right }: Lungs): GreyPlane {
  return distanceTransform(union(fillHoles(left), fillHoles(right)));
}

function lowest({ data }: GreyPlane, { data: inside }: Mask): number {
  return data.reduce(
    (least, value, i) => (inside[i] !== 0 && value < least ? value : least),
    Number.MAX_VALUE,
  );
}

function emphysemaPixels(plane: GreyPlane, { left, right }: Lungs): number {
  let count = 0;
  for (let i = 0; i < plane.data.length; i++) {
    if ((left.data[i] !== 0 || right.data[i] !== 0) && (plane.data[i] ?? 0) < emphysemaBelow) count++;
  }
  return count;
}
