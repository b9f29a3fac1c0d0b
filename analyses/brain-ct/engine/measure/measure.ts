import type { EngineContext } from '@second-read/core/analysis/engine';
import type { GreyPlane, Mask } from '@second-read/core/pixels/plane';
import { distanceTransform } from '@second-read/core/pixels/regions/distance-transform';
import { area } from '@second-read/core/pixels/regions/mask-logic';
import { fileFactsOf } from '@second-read/core/reading/file-facts';
import { canvasSide } from '../head/upright-head.ts';
import { findMidline } from '../midline/midline.ts';
import type { PreparedSlice } from '../prepare.ts';
import { unlikeMeasured } from '../window/domain.ts';
import { normalise } from '../window/normalised.ts';
import { bleedingRegion, denseRegion, readHaemorrhage } from './haemorrhage.ts';
import { findHypodense } from './hypodense.ts';
import { hypodenseChance } from './hypodense-network.ts';
import { assessableOn, showsBrain, sliceLevel } from './level.ts';
import type { Measurements } from './measurements.ts';
import { findCsf } from './ventricles.ts';

/** Measures one slice; expects a head, as the gate makes sure of. */
export async function measure(
  { study, seen: seenOf }: Pick<PreparedSlice, 'study' | 'seen'>,
  context: EngineContext,
): Promise<Measurements> {
  context.progress('Finding the skull', 0.1);
  const { shown, upright, stretched, isAirLifted } = seenOf();
  if (upright === undefined) throw new Error('brain-ct: no head in an accepted study');
  const seen = { shown, upright, stretched, quantity: study.quantity };
  const normalised = await normalise(seen, context.infer);
  const { grey, skull, density } = normalised;
  context.signal.throwIfAborted();
  context.progress('Looking for hemorrhage', 0.4);
  const bleeding = await readHaemorrhage(grey, skull.intracranial, context);
  context.signal.throwIfAborted();
  context.progress('Measuring midline, ventricles and sulci', 0.7);
  const insideShare = area(skull.intracranial) / canvasSide ** 2;
  const level = sliceLevel(bleeding.levels);
  const judged = showsBrain(insideShare) ? level : 'face';
  const dense = denseRegion(bleeding, density.hu, skull.intracranial);
  const structures = assessableOn(judged).hypodensity
    ? await measureStructures(
        { grey, hu: density.hu, intracranial: skull.intracranial, blood: dense },
        context,
      )
    : undefined;
  const spacing = study.spacing;
  return {
    upright,
    skull,
    density,
    bleeding,
    bleedingRegion: bleedingRegion(dense, density.hu),
    level,
    file: fileFactsOf(study),
    unlike: [
      ...unlikeMeasured(normalised, level),
      ...(isAirLifted ? ['a background that is not black, like a photograph of a screen'] : []),
    ],
    assessable: assessableOn(structures === undefined ? 'face' : judged),
    ...structures,
    ...(spacing === undefined ? {} : { mmPerPixel: (upright.scale * (spacing.xMm + spacing.yMm)) / 2 }),
  };
}

/** The network of hypodense areas learned from no head that encloses less of the canvas, as at the vertex. */
const leastForNetwork = 0.12;

interface Shown {
  readonly grey: GreyPlane;
  readonly hu: GreyPlane;
  readonly intracranial: Mask;
  readonly blood: Mask;
}

/** Midline, CSF and hypodense areas; undefined where the skull encloses too little to have a midline. */
async function measureStructures({ grey, hu, intracranial, blood }: Shown, context: EngineContext) {
  const midline = await findMidline(hu, intracranial, context.infer);
  if (midline === undefined) return undefined;
  const depth = distanceTransform(intracranial);
  const csf = findCsf(hu, intracranial, midline, depth);
  const sides = { intracranial, midline, blood, depth, ventricles: csf.central };
  const isLearned = area(intracranial) >= leastForNetwork * canvasSide ** 2;
  const told = isLearned ? { chance: await hypodenseChance(grey, intracranial, context.infer) } : {};
  return { midline, csf, hypodense: findHypodense(hu, { ...sides, ...told }) };
}
