import type { EngineContext } from '@second-read/core/analysis/engine';
import type { Study } from '@second-read/core/decode/study';
import { distanceTransform } from '@second-read/core/pixels/distance-transform';
import { area } from '@second-read/core/pixels/mask-logic';
import { densityOf } from './density.ts';
import { canvasSide } from './frame.ts';
import { bleedingRegion, readHaemorrhage } from './haemorrhage.ts';
import { findHypodense } from './hypodense.ts';
import { assessableOn, sliceLevel } from './level.ts';
import type { Measurements } from './measurements.ts';
import { findMidline } from './midline.ts';
import { see } from './seen.ts';
import { findSkull } from './skull.ts';
import { findCsf } from './ventricles.ts';

/** Measures one slice; expects a head, as the gate makes sure of. */
export async function measure(study: Study, context: EngineContext): Promise<Measurements> {
  context.progress('finding the skull', 0.1);
  const { frame } = see(study);
  if (frame === undefined) throw new Error('brain-ct: no head in an accepted study');
  const skull = findSkull(frame.grey);
  const density = densityOf(frame.grey, skull.intracranial, study.quantity);
  context.signal.throwIfAborted();
  context.progress('looking for haemorrhage', 0.4);
  const bleeding = await readHaemorrhage(frame.grey, skull.intracranial, context);
  context.signal.throwIfAborted();
  context.progress('measuring midline, ventricles and sulci', 0.7);
  const insideShare = area(skull.intracranial) / canvasSide ** 2;
  const level = sliceLevel(bleeding.position, insideShare);
  const isBrain = assessableOn(level).hypodensity;
  const midline = isBrain ? await findMidline(density.hu, skull.intracranial, context.infer) : undefined;
  const depth = midline === undefined ? undefined : distanceTransform(skull.intracranial);
  const csf = midline === undefined ? undefined : findCsf(density.hu, skull.intracranial, midline, depth);
  const spacing = study.spacing;
  return {
    frame,
    skull,
    density,
    bleeding,
    bleedingRegion: bleedingRegion(bleeding, density.hu, skull.intracranial),
    level,
    assessable: assessableOn(midline === undefined ? 'face' : level),
    ...(midline === undefined || csf === undefined
      ? {}
      : { midline, csf, hypodense: findHypodense(density.hu, skull.intracranial, midline, depth) }),
    ...(spacing === undefined ? {} : { mmPerPixel: (frame.scale * (spacing.xMm + spacing.yMm)) / 2 }),
  };
}
