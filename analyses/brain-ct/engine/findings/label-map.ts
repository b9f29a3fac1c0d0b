import { type LabelMap, type Mask, mask } from '@second-read/core/pixels/plane';
import { largestComponent } from '@second-read/core/pixels/regions/component-mask';
import type { Affine } from '@second-read/core/pixels/sampling/warp-affine';
import { inverted } from '../head/canvas-geometry.ts';
import { canvasSide } from '../head/upright-head.ts';
import type { Measurements } from '../measure/measurements.ts';
import { hasBleeding } from './bleeding-words.ts';

/** Class numbers of the label map, as in the manifest's legend. */
export const classes = { brain: 1, central: 2, haemorrhage: 3, hypodense: 4, sulcal: 5, skull: 6 } as const;

/**
 * The classes on the canvas; later ones lie over earlier ones. No bleeding is painted where the report names
 * none.
 */
export function canvasLabels(m: Measurements): LabelMap {
  const labels = mask(canvasSide, canvasSide);
  const layers: readonly (readonly [Mask | undefined, number])[] = [
    [largestComponent(m.skull.bone), classes.skull],
    [m.skull.intracranial, classes.brain],
    [m.csf?.sulcal, classes.sulcal],
    [m.csf?.central, classes.central],
    [m.hypodense?.region, classes.hypodense],
    [hasBleeding(m) ? m.bleedingRegion : undefined, classes.haemorrhage],
  ];
  for (const [layer, number] of layers) {
    if (layer === undefined) continue;
    for (let i = 0; i < labels.data.length; i++) if (layer.data[i] !== 0) labels.data[i] = number;
  }
  return labels;
}

/** From the canvas to a picture of the given size, nearest class. */
export function onStudy(
  labels: LabelMap,
  toStudy: Affine,
  size: { width: number; height: number },
): LabelMap {
  const back = inverted(toStudy);
  const out = mask(size.width, size.height);
  for (let y = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++) {
      const cx = Math.round(back.a * x + back.b * y + back.c);
      const cy = Math.round(back.d * x + back.e * y + back.f);
      if (cx < 0 || cy < 0 || cx >= labels.width || cy >= labels.height) continue;
      out.data[y * size.width + x] = labels.data[cy * labels.width + cx] ?? 0;
    }
  }
  return out;
}
