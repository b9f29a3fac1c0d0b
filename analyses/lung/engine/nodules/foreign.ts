import type { Study } from '@second-read/core/decode/study';
import { dilate } from '@second-read/core/pixels/morphology/dilate';
import { disc } from '@second-read/core/pixels/morphology/structuring-element';
import { type Mask, mask } from '@second-read/core/pixels/plane';
import { invert, union } from '@second-read/core/pixels/regions/mask-logic';
import { shareWithin } from './region-share.ts';

/**
 * Hounsfield units. Calcified granulomas stay below 1200, leads, wires, clips and the lines of tubes are
 * above, also where a pixel shows them in part.
 */
const metalFrom = 1500;
/** Pixels at 512 around metal that are as bright by blur. */
const blur = 2;
/** A clip in a mass is a small part of it. */
const foreignFrom = 0.4;

/** Where nothing is of the patient: metal with its blur, and what lies outside the body. */
export function foreignIn({ quantity, grey }: Study, body: Mask): Mask {
  const outside = invert(body);
  if (quantity !== 'hounsfield') return outside;
  const metal = mask(body.width, body.height);
  const [sx, sy] = [body.width / grey.width, body.height / grey.height];
  let isEmpty = true;
  for (let y = 0, i = 0; y < grey.height; y++)
    for (let x = 0; x < grey.width; x++, i++)
      if ((grey.data[i] ?? 0) >= metalFrom) {
        metal.data[Math.floor(y * sy) * body.width + Math.floor(x * sx)] = 1;
        isEmpty = false;
      }
  return isEmpty ? outside : union(outside, dilate(metal, disc(blur)));
}

/** Whether a region is of the patient. */
export function isOfPatient(region: Parameters<typeof shareWithin>[1], foreign: Mask): boolean {
  return shareWithin(foreign, region) < foreignFrom;
}
