import { toStagePoint } from '../geometry/stage-matrix.ts';
import type { StackLook } from '../look/stack-look.ts';
import { drawMeasurements } from '../measuring/draw-measurements.ts';
import type { ImagePoint } from '../measuring/measure.ts';
import type { Measurement } from '../measuring/measurement-shape.ts';
import type { Picture } from '../source/picture.ts';
import type { StageState } from '../stage-listeners.ts';
import type { PaintedImage } from './painted-image.ts';

/** A stage as far as it is drawn. */
interface DrawnStage {
  readonly picture: Picture | null;
  readonly overlay: CanvasImageSource | null;
  readonly isInverted: boolean;
  readonly stack: StackLook;
  readonly measurements: () => readonly Measurement[];
  readonly size: { readonly width: number; readonly height: number };
}

/** Clears the canvas of a stage, then draws its image, what lies over it and the measurements. */
export function paintStage(
  context: CanvasRenderingContext2D,
  stage: DrawnStage,
  painted: PaintedImage,
  state: StageState | null,
): void {
  const { canvas } = context;
  const { width, height } = stage.size;
  const [columns, rows] = [Math.round(width * devicePixelRatio), Math.round(height * devicePixelRatio)];
  if (canvas.width !== columns) canvas.width = columns;
  if (canvas.height !== rows) canvas.height = rows;
  context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
  context.clearRect(0, 0, width, height);
  const { picture, overlay, isInverted, stack } = stage;
  if (!state || !picture) return;
  const { matrix, window } = state;
  const isSeen = painted.draw(context, picture, { matrix, window, isInverted });
  if (isSeen && overlay) {
    // In the place of the image, which was drawn just before.
    context.imageSmoothingEnabled = false;
    context.drawImage(overlay, 0, 0, picture.width, picture.height);
    context.imageSmoothingEnabled = true;
  }
  context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
  const onStage = ([x, y]: ImagePoint) => toStagePoint(matrix, { x, y });
  drawMeasurements(context, stage.measurements(), { onStage, selected: stack.measurements.selected });
}
