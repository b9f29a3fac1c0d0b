import type { StageMatrix } from '../geometry/stage-matrix.ts';
import type { ImagePoint } from '../measuring/measure.ts';
import type { ImageSize, Measurement } from '../measuring/measurement-shape.ts';
import type { Measurements } from '../measuring/measurements.ts';
import type { DisplayWindow } from '../source/picture.ts';

/** On the stage, in CSS pixels. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** A stage as far as a pointer acts on it. */
export interface PointedStage {
  matrix(): StageMatrix | null;
  window(): DisplayWindow | null;
  setWindow(window: DisplayWindow): void;
  zoomBy(factor: number, about: Place): void;
  panBy(x: number, y: number): void;
  /** In pixels of the image. */
  point(at: ImagePoint): void;
  measurements(): readonly Measurement[];
  putMeasurement(measurement: Measurement): void;
  dropMeasurement(measurement: Measurement): void;
  changeMeasurements(act: (measurements: Measurements) => void): void;
  /** After the end of its drawing, or of a move. */
  settleMeasurement(measurement: Measurement): boolean;
  /** Null before there is an image. */
  readonly picture: ImageSize | null;
}
