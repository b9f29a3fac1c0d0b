import type { ImagePoint } from './measure.ts';
import type { MeasurementLabel } from './measurement-labels.ts';
import type { BorderLetters } from './orientation.ts';
import type { DisplayWindow } from './source/picture.ts';
import type { StageMatrix } from './stage-matrix.ts';

export interface StageState {
  readonly matrix: StageMatrix;
  readonly zoom: number;
  readonly window: DisplayWindow | null;
  readonly letters: BorderLetters | null;
}

export interface StageListeners {
  /** After each drawing, so that layers follow without React. */
  readonly onRender: (state: StageState) => void;
  readonly onMeasurements: (labels: readonly MeasurementLabel[]) => void;
  /** A place that was pointed at with the tool `point`, in pixels of the image. */
  readonly onPoint?: ((point: ImagePoint) => void) | undefined;
}
