import { greyToRgb } from '@second-read/core/pixels/color/apply-window';
import { parseColour } from '@second-read/core/pixels/color/colour';
import { drawOutline, drawPolyline } from '@second-read/core/pixels/drawing/draw-polyline';
import { type GreyPlane, type LabelMap, mask, type RgbImage } from '@second-read/core/pixels/plane';
import { ofClass } from '@second-read/core/pixels/regions/mask-logic';
import { mapped, type Point } from '../head/canvas-geometry.ts';
import type { Measurements } from '../measure/measurements.ts';
import { classes } from './label-map.ts';

/** As the findings are coloured on the report. */
const colours = {
  haemorrhage: '#D55E00',
  hypodense: '#CC79A7',
  ventricles: '#56B4E9',
  ideal: '#F0F0F0',
  actual: '#F0E442',
};

/**
 * The slice with the skull's midline (white, dashed), the brain's own (yellow), ventricles and findings
 * outlined.
 */
export function drawFigure(shown: GreyPlane, labels: LabelMap, m: Measurements): RgbImage {
  const image = greyToRgb(bytesOf(shown));
  const width = Math.max(1, Math.round(Math.min(shown.width, shown.height) / 320));
  const outline = (number: number, colour: string, width: number) => {
    if (!labels.data.includes(number)) return;
    drawOutline(image, ofClass(labels, number), { colour: parseColour(colour), width });
  };
  outline(classes.central, colours.ventricles, width);
  outline(classes.hypodense, colours.hypodense, width + 1);
  outline(classes.haemorrhage, colours.haemorrhage, width + 1);
  if (m.assessable.shift && m.midline !== undefined) drawMidlines(image, m, width);
  return image;
}

function drawMidlines(image: RgbImage, m: Measurements, width: number): void {
  const path = m.midline?.path ?? [];
  const idealAt = m.midline?.idealAt ?? (() => 0);
  const onImage = (place: Point) => mapped(m.upright.toStudy, place);
  path.forEach((place, i) => {
    const next = path[i + 1];
    if (next === undefined || i % 2 === 1) return;
    const dash = [place, next].map(({ y }) => onImage({ x: idealAt(y), y }));
    drawPolyline(image, dash, { colour: parseColour(colours.ideal), width });
  });
  drawPolyline(image, path.map(onImage), { colour: parseColour(colours.actual), width });
}

function bytesOf(shown: GreyPlane) {
  const bytes = mask(shown.width, shown.height);
  for (let i = 0; i < bytes.data.length; i++) bytes.data[i] = Math.round((shown.data[i] ?? 0) * 255);
  return bytes;
}
