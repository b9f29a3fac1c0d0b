import {
  cache,
  Enums,
  RenderingEngine,
  type StackViewport,
  type Types,
  utilities,
} from '@cornerstonejs/core';
import type { Box } from '@second-read/core/pixels/plane';
import type { DisplayWindow, Picture } from '../source/picture.ts';
import { forgetPicture, registerPicture, startCornerstone } from './cornerstone.ts';
import { orientViewport } from './orient-viewport.ts';
import { changeOrientation, type Orientation, type OrientationChange, upright } from './orientation.ts';
import { QuickLook } from './quick-look.ts';
import { stackViewport } from './stack-viewport.ts';
import { extentOf, type StageMatrix } from './stage-matrix.ts';
import { type MeasurementLabel, StageMeasurements } from './stage-measurements.ts';
import { type StageTool, StageTools } from './stage-tools.ts';
import { isSameView, type StageView, viewOf, viewOfBox } from './stage-view.ts';
import { matrixOfViewport, toPoint } from './viewport-matrix.ts';

export interface StageState {
  readonly matrix: StageMatrix;
  readonly zoom: number;
  readonly window: DisplayWindow | null;
}

interface StageListeners {
  readonly onRender: (state: StageState) => void;
  /** CSS that moves what is on the screen to where it will be drawn; `none` once it is. */
  readonly onMove: (transform: string) => void;
  readonly onMeasurements: (labels: readonly MeasurementLabel[]) => void;
}

let made = 0;

/** One Cornerstone viewport with its tools, without React: shows a picture and moves about it. */
export class Stage {
  readonly #element: HTMLDivElement;
  readonly #engine: RenderingEngine;
  readonly #viewport: StackViewport;
  readonly #tools: StageTools;
  readonly #measurements: StageMeasurements;
  readonly #id: string;
  readonly #quick: QuickLook;
  #imageId: string | null = null;
  #picture: Picture | null = null;
  #isFitted = true;
  #orientation = upright;

  constructor(element: HTMLDivElement, { onRender, onMove, onMeasurements }: StageListeners) {
    startCornerstone();
    made += 1;
    this.#id = `stage-${made}`;
    this.#element = element;
    this.#engine = new RenderingEngine(this.#id);
    this.#engine.enableElement({
      viewportId: this.#id,
      element,
      type: Enums.ViewportType.STACK,
      defaultOptions: { background: [0.027, 0.035, 0.051] },
    });
    this.#viewport = stackViewport(this.#engine, this.#id);
    this.#quick = new QuickLook({
      wanted: () => this.#matrix(),
      onMove,
      draw: () => this.#viewport.render(),
    });
    this.#tools = new StageTools(this.#id, element);
    this.#measurements = new StageMeasurements(this.#viewport, {
      imageId: () => this.#imageId,
      onChange: () => onMeasurements(this.#picture ? this.#measurements.labels(this.#picture) : []),
    });
    // The right button zooms.
    element.addEventListener('contextmenu', (event) => event.preventDefault());
    element.addEventListener(Enums.Events.IMAGE_RENDERED, () => {
      const state = this.state();
      if (!state) return;
      this.#isFitted = this.#fits(state.matrix);
      this.#quick.drawn(state.matrix);
      onRender(state);
    });
  }

  /** Shows a picture; one of the same size keeps zoom and position, so that both can be compared. */
  async show(picture: Picture): Promise<void> {
    const before = this.#imageId;
    const keep = this.#picture?.width === picture.width && this.#picture.height === picture.height;
    const { focalPoint, position, parallelScale } = this.#viewport.getCamera();
    this.#measurements.forget();
    const imageId = registerPicture(picture);
    this.#imageId = imageId;
    await this.#viewport.setStack([imageId]);
    if (this.#imageId !== imageId) return;
    this.#picture = picture;
    if (keep) this.#viewport.setCamera({ focalPoint, position, parallelScale });
    this.#orient(keep ? this.#orientation : upright);
    this.#viewport.render();
    if (before) forget(before);
  }

  get picture(): Picture | null {
    return this.#picture;
  }

  /** What the left button, one finger, does. */
  chooseTool(tool: StageTool): void {
    this.#tools.choose(tool);
  }

  removeLastMeasurement(): void {
    this.#measurements.removeLast();
  }

  bringMeasurementsBack(): void {
    this.#measurements.bringBack();
  }

  clearMeasurements(): void {
    this.#measurements.clear();
  }

  zoomBy(factor: number): void {
    const zoom = Math.min(40, Math.max(0.2, this.#viewport.getZoom() * factor));
    this.#viewport.setZoom(zoom);
    this.#quick.moved();
  }

  /** CSS pixels to the right and down. */
  panBy(x: number, y: number): void {
    // By the camera, as the pan tool does: `setPan` throws the picture about when rendering on the CPU.
    const from = this.#viewport.canvasToWorld([0, 0]);
    const to = this.#viewport.canvasToWorld([x, y]);
    const { focalPoint, position } = this.#viewport.getCamera();
    const moved = (point: Types.Point3 | undefined) =>
      point && toPoint(point.map((value, axis) => value - (to[axis] ?? 0) + (from[axis] ?? 0)));
    this.#viewport.setCamera({ focalPoint: moved(focalPoint), position: moved(position) });
    this.#quick.moved();
  }

  /**
   * Fractions of the present window: `width` more contrast when negative, `centre` brighter when negative.
   */
  windowBy(change: { centre: number; width: number }): void {
    const window = this.#window();
    if (!window) return;
    const width = Math.max(1, window.width * (1 + change.width));
    this.setWindow({ width, centre: window.centre + window.width * change.centre });
  }

  /** In the units of the samples; without effect on colours. */
  setWindow({ centre, width }: DisplayWindow): void {
    if (this.#picture?.kind !== 'grey') return;
    this.#viewport.setProperties({ voiRange: utilities.windowLevel.toLowHighRange(width, centre) });
    this.#quick.changed();
  }

  /** Turns or flips the picture as it is seen; a whole picture stays whole. */
  turn(change: OrientationChange): void {
    this.#orient(changeOrientation(this.#orientation, change));
    if (this.#isFitted) this.#fit();
    this.#quick.moved();
  }

  /** @returns whether the picture is inverted now. */
  invert(): boolean {
    const invert = !this.#viewport.getProperties().invert;
    this.#viewport.setProperties({ invert });
    this.#quick.changed();
    return invert;
  }

  reset(): void {
    this.#viewport.resetProperties();
    this.#orient(upright);
    this.#viewport.resetCamera();
    this.#quick.changed();
  }

  /** Where the stage looks; null before there is a picture. */
  view(): StageView | null {
    const matrix = this.#matrix();
    return matrix && this.#picture ? viewOf(matrix, this.#picture, this.#size()) : null;
  }

  /** Looks there; rotation and window stay as they are. */
  look(view: StageView): void {
    const present = this.view();
    if (!present || !this.#picture || isSameView(present, view)) return;
    this.#viewport.setZoom(this.#viewport.getZoom() * (view.zoom / present.zoom));
    const matrix = this.#matrix();
    if (!matrix) return;
    const [a, b, c, d, e, f] = matrix;
    const [x, y] = [view.x * this.#picture.width, view.y * this.#picture.height];
    const { width, height } = this.#size();
    this.panBy(width / 2 - (a * x + c * y + e), height / 2 - (b * x + d * y + f));
  }

  /** Brings a box of the picture, in its pixels, to the middle. */
  lookAt(box: Box): void {
    const matrix = this.#matrix();
    if (matrix && this.#picture) this.look(viewOfBox(box, matrix, this.#picture, this.#size()));
  }

  /**
   * To be called when the element's size changed: a whole picture stays whole, a close look stays in place.
   */
  resize(): void {
    const wasFitted = this.#isFitted;
    this.#engine.resize(true, !wasFitted);
    if (this.#orientation === upright) return;
    this.#orient(this.#orientation);
    if (wasFitted) this.#fit();
    this.#viewport.render();
  }

  /** Where the picture stands now; null before there is one. */
  state(): StageState | null {
    const matrix = this.#matrix();
    if (!matrix) return null;
    return { matrix, zoom: Math.hypot(matrix[0], matrix[1]), window: this.#window() };
  }

  /** Where marks are to be laid that move with the picture: as it is drawn. Null before there is one. */
  drawnAt(): StageMatrix | null {
    return this.#quick.movedFrom ?? this.#matrix();
  }

  destroy(): void {
    this.#quick.end();
    this.#measurements.clear();
    this.#tools.destroy();
    this.#engine.destroy();
    if (this.#imageId) forget(this.#imageId);
  }

  #size(): { width: number; height: number } {
    return { width: this.#element.clientWidth, height: this.#element.clientHeight };
  }

  #window(): DisplayWindow | null {
    const range = this.#viewport.getProperties().voiRange;
    if (!range || this.#picture?.kind !== 'grey') return null;
    const { windowCenter, windowWidth } = utilities.windowLevel.toWindowLevel(range.lower, range.upper);
    return { centre: windowCenter, width: windowWidth };
  }

  #orient(orientation: Orientation): void {
    this.#orientation = orientation;
    orientViewport(this.#viewport, orientation);
  }

  /** Makes the whole picture as large as the stage allows, in the middle. */
  #fit(): void {
    const matrix = this.#matrix();
    if (!matrix || !this.#picture) return;
    const { clientWidth, clientHeight } = this.#element;
    const { width, height } = extentOf(matrix, this.#picture);
    const factor = Math.min(clientWidth / width, clientHeight / height);
    this.#viewport.setZoom(this.#viewport.getZoom() * factor);
  }

  /** Whether the whole picture is seen, as large as it can be. */
  #fits(matrix: StageMatrix): boolean {
    const { clientWidth, clientHeight } = this.#element;
    const { left, top, width, height } = extentOf(matrix, this.#picture ?? { width: 1, height: 1 });
    const right = clientWidth - left - width;
    const bottom = clientHeight - top - height;
    return Math.abs(Math.min(left, top)) < 2 && Math.abs(left - right) < 4 && Math.abs(top - bottom) < 4;
  }

  #matrix(): StageMatrix | null {
    if (!this.#picture || this.#element.clientWidth === 0) return null;
    return matrixOfViewport(this.#viewport, this.#picture);
  }
}

function forget(imageId: string): void {
  forgetPicture(imageId);
  // Not in the cache when its loading was overtaken by the next picture's.
  if (cache.getImageLoadObject(imageId)) cache.removeImageLoadObject(imageId, { force: true });
}
