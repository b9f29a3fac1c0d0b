import type { ImagePoint } from './measure.ts';
import { type Measurement, outlineOf } from './measurement-shape.ts';

const color = '#ffe45c';
const selectedColor = '#ffffff';
const seam = 'rgb(7 9 13 / 70%)';

/** Draws measurements in CSS pixels of the stage; lines keep their width at every zoom. */
export function drawMeasurements(
  context: CanvasRenderingContext2D,
  all: readonly Measurement[],
  { onStage, selected }: { onStage: (point: ImagePoint) => ImagePoint; selected: string | null },
): void {
  for (const { id, tool, points } of all) {
    const places = points.map(onStage);
    const line = tool === 'ellipse' ? outlineOf(places) : places;
    const shade = id === selected ? selectedColor : color;
    for (const [style, width] of [
      [seam, 4],
      [shade, 2],
    ] as const) {
      context.strokeStyle = style;
      context.lineWidth = width;
      context.beginPath();
      for (const [at, [x, y]] of line.entries()) {
        if (at === 0) context.moveTo(x, y);
        else context.lineTo(x, y);
      }
      if (tool === 'arrow') drawTip(context, places);
      else
        for (const [x, y] of places) {
          context.moveTo(x + 4, y);
          context.arc(x, y, 4, 0, 2 * Math.PI);
        }
      context.stroke();
    }
  }
}

/** Length of the two strokes of a tip, CSS pixels, and their angle to the arrow. */
const tip = { length: 14, angle: Math.PI / 7 };

function drawTip(context: CanvasRenderingContext2D, [at, end]: readonly ImagePoint[]): void {
  if (!at || !end) return;
  const back = Math.atan2(end[1] - at[1], end[0] - at[0]);
  for (const angle of [back - tip.angle, back + tip.angle]) {
    context.moveTo(at[0], at[1]);
    context.lineTo(at[0] + tip.length * Math.cos(angle), at[1] + tip.length * Math.sin(angle));
  }
}
