import type { EngineContext } from '@second-read/core/analysis/engine';
import type { Study } from '@second-read/core/decode/study';
import { type GreyPlane, type LabelMap, type Mask, mask } from '@second-read/core/pixels/plane';
import { area, union } from '@second-read/core/pixels/regions/mask-logic';
import type { Analysis } from '@second-read/core/reading/analysis';
import { borderOf } from './findings/border.ts';
import { evidenceOf } from './findings/evidence.ts';
import { type MeasuredNodule, measureNodule } from './findings/measured-nodule.ts';
import { placeOf } from './findings/place.ts';
import { toReading } from './findings/to-reading.ts';
import { segmentedView } from './findings/views.ts';
import { lungsAreClipped } from './lungs/clipped.ts';
import { greyScaleOf } from './lungs/grey-scale.ts';
import { relativeDensity } from './lungs/levels.ts';
import type { Lungs } from './lungs/lungs.ts';
import { withCavitiesFilled } from './nodules/cavities.ts';
import { foreignIn } from './nodules/foreign.ts';
import type { Nodule, Searched } from './nodules/nodule.ts';
import { findNodules } from './nodules/nodules.ts';
import { findOpacities, type Opacities } from './opacity/opacity.ts';
import { opacityProbability, opacityReportFrom } from './opacity/opacity-probability.ts';
import { isReported } from './operating-point.ts';
import type { SeenSlice } from './see-slice.ts';
import { toStudy } from './working-slice.ts';

const maxCandidates = 20;
/** Of the way from lung to soft tissue: the wall of a small cavity, blurred with its air. */
const wallShare = 0.3;

/** A whole axial slice: both lungs, nodules, opacities. */
export async function readSlice(study: Study, seen: SeenSlice, context: EngineContext): Promise<Analysis> {
  const { working, lungs, levels, opaque } = seen;
  const searched = searchedIn(study, seen);
  const density = relativeDensity(searched.plane, levels);
  const both = union(lungs.left, lungs.right);
  context.progress('Looking for nodules', 0.3);
  const nodules = await findNodules(searched, context);
  context.signal.throwIfAborted();
  // Without lungs nothing says what is a nodule and what the heart.
  const hasLungs = area(both) > 0;
  const reported = hasLungs ? measuredNodules(nodules, { study, seen, density }) : [];
  context.progress('Measuring opacities', 0.8);
  const reportedMask = unionOf(reported.map(({ nodule }) => nodule));
  const opacities = findOpacities(opaque, lungs, reportedMask ?? mask(density.width, density.height));
  const noduleScore = nodules[0]?.score ?? 0;
  const opacityScore = opacityProbability(opacities.shareAwayFromEdge);
  const hasOpacities = opacityScore >= opacityReportFrom;
  const isClipped = study.quantity === 'relative' && lungsAreClipped(working.plane, both);
  const labels = toStudy(
    labelsOf(
      lungs,
      reported.map(({ nodule }) => nodule),
      hasOpacities ? opacities : undefined,
    ),
    study,
  );
  const input = inputOf(study, seen, { both, isClipped });
  return {
    reading: toReading({
      study,
      scale: working.scale,
      input: hasLungs ? input : { ...input, window: null, pose: null },
      nodules: hasLungs ? { reported, score: noduleScore } : 'organ_not_found',
      opacities: hasLungs ? { measured: opacities, score: opacityScore } : 'organ_not_found',
    }),
    candidates: nodules.slice(0, maxCandidates).map((nodule) => candidateOf(nodule, working.scale)),
    labels,
    scores: { nodule: noduleScore, opacity: opacityScore, opacity_share: opacities.share },
    views: context.isForExam ? {} : { segmented: segmentedView(labels) },
    evidence: evidenceOf(study, {
      nodules,
      lungs,
      opacities: hasOpacities ? opacities : undefined,
      density,
      working,
      isClipped,
    }),
  };
}

/** Those that the report names. */
function measuredNodules(
  nodules: readonly Nodule[],
  { study, seen, density }: { study: Study; seen: SeenSlice; density: GreyPlane },
): MeasuredNodule[] {
  const { working, lungs, body } = seen;
  const bodyWidth = body.width;
  return nodules.filter(isReported).map((nodule) => {
    const place = placeOf(nodule.mask, nodule.box, lungs);
    const near = borderOf(nodule, place, { lungs, working, bodyWidth });
    return measureNodule(nodule, { density, working, study, place: { ...place, near }, bodyWidth });
  });
}

function inputOf(
  { quantity }: Study,
  { working, lungs, bodyMask }: SeenSlice,
  { both, isClipped }: { both: Mask; isClipped: boolean },
) {
  return {
    extent: 'slice',
    window: isClipped ? 'lungs_black' : 'readable',
    pose: lungs.pose,
    ...(quantity === 'relative' ? { greyScale: greyScaleOf(working.plane, both, bodyMask) } : {}),
  } as const;
}

/** Where nodules are looked for in a slice. */
export function searchedIn(
  study: Study,
  { working, lungs, levels, tissue, opaque, body, bodyMask }: SeenSlice,
): Searched {
  const both = union(lungs.left, lungs.right);
  const denseFrom = levels.lung + wallShare * (levels.soft - levels.lung);
  return {
    plane: withCavitiesFilled(working.plane, both, denseFrom),
    scale: working.scale,
    quantity: study.quantity,
    body,
    opacity: opaque.opacity,
    mass: tissue.mass,
    lungs: both,
    // A lung that the border of the image cuts is no part of the body's mask.
    foreign: foreignIn(study, union(bodyMask, both)),
    isAirBlack: levels.isAirBlack,
    areLungsBlack: levels.isAirBlack && lungsAreClipped(working.plane, both),
  };
}

export function candidateOf({ box, score }: Nodule, scale: number) {
  const [x, y, width, height] = [box.x, box.y, box.width, box.height].map((value) => value * scale);
  return { type: 'nodule', x: x ?? 0, y: y ?? 0, width: width ?? 0, height: height ?? 0, score };
}

function unionOf(nodules: readonly Nodule[]) {
  return nodules
    .map((nodule) => nodule.mask)
    .reduce<LabelMap | undefined>((all, one) => (all === undefined ? one : union(all, one)), undefined);
}

/** Class numbers of the module's legend. */
function labelsOf(lungs: Lungs, nodules: readonly Nodule[], opacities: Opacities | undefined): LabelMap {
  const labels = mask(lungs.left.width, lungs.left.height);
  const paint = (region: LabelMap | undefined, value: number): void => {
    if (region === undefined) return;
    for (let i = 0; i < labels.data.length; i++) if (region.data[i] !== 0) labels.data[i] = value;
  };
  paint(lungs.left, 1);
  paint(lungs.right, 2);
  paint(opacities?.groundGlass, 4);
  paint(opacities?.consolidation, 5);
  for (const nodule of nodules) paint(nodule.mask, 3);
  return labels;
}
