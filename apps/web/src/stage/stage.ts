import type { Box } from '@second-read/core/pixels/plane';
import {
  changeOrientation,
  lettersAt,
  type Orientation,
  type OrientationChange,
  upright,
} from './geometry/orientation.ts';
import { type StageMatrix, toImagePoint, toStagePoint } from './geometry/stage-matrix.ts';
import {
  type Frame,
  frameOf,
  leastZoom,
  matrixOf,
  mostZoom,
  movedBy,
  type StageView,
  viewOfArea,
  viewOfBox,
  wholeView,
} from './geometry/stage-view.ts';
import { type Finger, StagePointer, type StageTool } from './input/stage-pointer.ts';
import { type Laying, orientationOf, StackLook, type StackPlace } from './look/stack-look.ts';
import { drawnOn, type ImagePoint } from './measuring/measure.ts';
import { labelsOf } from './measuring/measurement-labels.ts';
import type { Measurement } from './measuring/measurement-shape.ts';
import type { Measurements } from './measuring/measurements.ts';
import type { MarkOver } from './painting/marks-over.ts';
import { paintStage } from './painting/paint-stage.ts';
import { PaintedImage } from './painting/painted-image.ts';
import type { DisplayWindow, Picture } from './source/picture.ts';
import type { StageListeners, StageState } from './stage-listeners.ts';

/** An image on a canvas with its tools, without React: shows it, moves about it and measures in it. */
export class Stage {
  readonly #element: HTMLElement;
  readonly #context: CanvasRenderingContext2D | null;
  readonly #listeners: StageListeners;
  readonly #painted = new PaintedImage(() => this.redraw());
  readonly #pointer: StagePointer;
  #look = new StackLook();
  #unfollow: () => void;
  /** Of its image, among those of its look. */
  key = '';
  #laying: Laying | undefined;
  /** Drawn over the image, stretched to its size. */
  overlay: CanvasImageSource | null = null;
  /** The findings that are shown over it, for key images; null while they are hidden. */
  marks: readonly MarkOver[] | null = null;
  #picture: Picture | null = null;
  /** The one shown before, also while the next one is awaited. */
  #last: Picture | null = null;
  #view = wholeView;
  #orientation = upright;
  #frame = 0;
  #labels = '[]';
  /** Of its element, in CSS pixels; asked of it when it changes alone, for it has the page laid out. */
  size: { readonly width: number; readonly height: number } = { width: 0, height: 0 };

  constructor(canvas: HTMLCanvasElement, listeners: StageListeners) {
    this.#element = canvas;
    this.#context = canvas.getContext('2d');
    this.#listeners = listeners;
    this.#pointer = new StagePointer(canvas, this);
    this.#unfollow = this.#look.follow(() => this.redraw());
    this.resize();
  }

  /**
   * Shows an image at once. One of the same size keeps zoom and position, so that both can be compared; one
   * of the same stack its window and orientation, too.
   */
  show(picture: Picture | null, place?: StackPlace): void {
    this.#pointer.drop();
    this.#laying = place?.laying;
    if (picture && picture !== this.#last) this.#begin(picture, this.#last, place);
    this.#last = picture ?? this.#last;
    this.#picture = picture;
    this.#draw();
  }

  #begin(picture: Picture, before: Picture | null, place: StackPlace | undefined): void {
    const look = place?.look ?? new StackLook();
    const isSameSize = picture.width === before?.width && picture.height === before.height;
    if (!isSameSize) this.#view = wholeView;
    if (look !== this.#look) this.#orientation = orientationOf(this.#laying);
    this.key = place?.key ?? picture.id;
    this.#look.measurements.written = null;
    if (look === this.#look) return;
    this.#unfollow();
    this.#look = look;
    this.#unfollow = look.follow(() => this.redraw());
  }

  lay(overlay: CanvasImageSource | null): void {
    this.overlay = overlay;
    this.redraw();
  }

  /** What it shares with the other images of its stack. */
  get stack(): StackLook {
    return this.#look;
  }

  get orientation(): Orientation {
    return this.#orientation;
  }

  get picture(): Picture | null {
    return this.#picture;
  }

  /** What the left button, one finger, does. */
  chooseTool(tool: StageTool): void {
    this.#pointer.tool = tool;
  }

  /** Whether one finger is the page's or the tool's. */
  chooseFinger(finger: Finger): void {
    this.#pointer.finger = finger;
  }

  /** @param act with the key of the image that is shown */
  changeMeasurements(act: (measurements: Measurements, key: string) => void): void {
    act(this.#look.measurements, this.key);
    this.#look.changed();
  }

  readonly measurements = (): readonly Measurement[] => this.#look.measurements.on(this.key);

  putMeasurement(measurement: Measurement): void {
    this.changeMeasurements((all, key) => all.put(key, measurement));
  }

  readonly dropMeasurement = (measurement: Measurement): void =>
    this.changeMeasurements((all, key) => all.drop(key, measurement));

  /** @returns whether it comes to anything on its image */
  settleMeasurement(measurement: Measurement): boolean {
    const drawn = this.#picture && drawnOn(measurement, this.#picture);
    if (drawn) this.changeMeasurements((all, key) => all.settle(key, drawn));
    return Boolean(drawn);
  }

  point(at: ImagePoint): void {
    this.#listeners.onPoint?.(at);
  }

  /** Zooms about a place on the stage, in CSS pixels; without one about its middle. */
  zoomBy(factor: number, about?: { readonly x: number; readonly y: number }): void {
    const before = this.matrix();
    const at = about ?? { x: this.size.width / 2, y: this.size.height / 2 };
    this.#view = { ...this.#view, zoom: Math.min(mostZoom, Math.max(leastZoom, this.#view.zoom * factor)) };
    const after = this.matrix();
    if (!before || !after) return;
    const [x, y] = toStagePoint(after, toImagePoint(before, at));
    this.panBy(at.x - x, at.y - y);
  }

  /** CSS pixels to the right and down. */
  panBy(x: number, y: number): void {
    const matrix = this.matrix();
    if (!matrix || !this.#picture) return;
    this.look(movedBy(this.#view, { x, y }, matrix, this.#frameOf(this.#picture)));
  }

  /**
   * Fractions of the present window: `width` more contrast when negative, `centre` brighter when negative.
   */
  windowBy(change: { centre: number; width: number }): void {
    const window = this.window();
    if (!window) return;
    const width = Math.max(1, window.width * (1 + change.width));
    this.setWindow({ width, centre: window.centre + window.width * change.centre });
  }

  /** In the units of the samples; without effect on colors. Null: as each image is opened. */
  setWindow(window: DisplayWindow | null): void {
    this.#look.window = window;
    this.#look.changed();
  }

  /** Null of colors. */
  window(): DisplayWindow | null {
    return this.#picture?.kind === 'grey' ? (this.#look.window ?? this.#picture.window) : null;
  }

  /** Turns or flips the image as it is seen; a whole image stays whole. */
  turn(change: OrientationChange): void {
    this.#orientation = changeOrientation(this.#orientation, change);
    this.redraw();
  }

  get isInverted(): boolean {
    return this.#look.isInverted;
  }

  /** @returns whether the image is inverted now. */
  invert(): boolean {
    this.#look.isInverted = !this.#look.isInverted;
    this.#look.changed();
    return this.#look.isInverted;
  }

  reset(): void {
    this.#view = wholeView;
    this.#orientation = orientationOf(this.#laying);
    this.#look.window = null;
    this.#look.isInverted = false;
    this.#look.changed();
  }

  /** Where the stage looks; null before there is an image. */
  view(): StageView | null {
    return this.#picture && this.#view;
  }

  /** Looks there; rotation and window stay as they are. */
  look(view: StageView): void {
    this.#view = view;
    this.redraw();
  }

  /** Brings a box of the image, in its pixels, to the middle. */
  lookAt(box: Box): void {
    const matrix = this.matrix();
    if (matrix && this.#picture) this.look(viewOfBox(box, matrix, this.#frameOf(this.#picture), this.size));
  }

  /** Where the image is; null before there is one. */
  matrix(): StageMatrix | null {
    const { size } = this;
    if (!this.#picture || size.width === 0 || size.height === 0) return null;
    return matrixOf(this.#picture, size, this.#view, this.#orientation, this.#frameOf(this.#picture));
  }

  state(): StageState | null {
    const matrix = this.matrix();
    if (!matrix) return null;
    const directions = this.#picture?.directions;
    const letters = directions ? lettersAt(directions, this.#orientation) : null;
    return { matrix, zoom: Math.hypot(matrix[0], matrix[1]), window: this.window(), letters };
  }

  /** To be called when the size of its element changed. */
  resize(): void {
    const { clientWidth: width, clientHeight: height } = this.#element;
    this.size = { width, height };
    this.redraw();
  }

  /** With the next frame. */
  redraw(): void {
    this.#frame ||= requestAnimationFrame(() => this.#draw());
  }

  destroy(): void {
    cancelAnimationFrame(this.#frame);
    this.#unfollow();
    this.#painted.destroy();
    this.#pointer.destroy();
  }

  #draw(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#recall();
    const state = this.state();
    if (this.#context) paintStage(this.#context, this, this.#painted, state);
    this.#tellMeasurements();
    if (state) this.#listeners.onRender(state);
  }

  /** Looks at a key image as it was chosen, where it is asked for. */
  #recall(): void {
    const chosen = this.#picture && this.matrix() && this.#look.keyImages.takeRecalled(this.key);
    if (!this.#picture || !chosen) return;
    const { area, isMirrored, quarterTurns, window, isInverted } = chosen;
    this.#orientation = { isMirrored, quarterTurns };
    this.#view = wholeView;
    const matrix = this.matrix();
    if (matrix) this.#view = viewOfArea(area, matrix, this.#frameOf(this.#picture), this.size);
    Object.assign(this.#look, { window, isInverted });
    this.#look.changed();
  }

  #tellMeasurements(): void {
    const { measurements } = this.#look;
    const labels = labelsOf(this.measurements(), this.#picture, measurements.written);
    const text = JSON.stringify(labels);
    if (text === this.#labels) return;
    this.#labels = text;
    measurements.name(new Map(labels.map(({ id, words }) => [id, words])));
    this.#listeners.onMeasurements(labels);
  }

  #frameOf(picture: Picture): Frame {
    return frameOf(picture, this.#laying?.frame);
  }
}
