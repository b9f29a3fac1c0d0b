import type { BorderLetters } from './geometry/orientation.ts';
import type { StageMatrix } from './geometry/stage-matrix.ts';
import type { ImagePoint } from './measuring/measure.ts';
import type { MeasurementLabel } from './measuring/measurement-labels.ts';
import type { DisplayWindow } from './source/picture.ts';

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
