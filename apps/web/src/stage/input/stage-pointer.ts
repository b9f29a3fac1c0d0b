import { toImagePoint, toStagePoint } from '../geometry/stage-matrix.ts';
import type { ImagePoint, MeasureTool } from '../measuring/measure.ts';
import {
  ellipseIn,
  type Held,
  heldAt,
  isDrawn,
  isMeasureTool,
  type Measurement,
  movedBy,
  nearestOn,
  newMeasurement,
  withPoint,
} from '../measuring/measurement-shape.ts';
import type { Place, PointedStage } from './pointed-stage.ts';

/** `point`: pointing at a place, which is up to who shows the image. */
export type StageTool = 'window' | 'pan' | 'zoom' | 'point' | MeasureTool;

/** What one finger on the image does: it scrolls the page until a tool is chosen for it. */
export type Finger = 'page' | 'tool';

/** What a press does as it goes on. */
interface Drag {
  readonly move: (to: Place, from: Place) => void;
  readonly end?: () => void;
  readonly drop?: () => void;
}

/** A drag over so many CSS pixels doubles the window, or halves it. */
const pixelsPerDoubling = 250;
/** A smaller drag is a click, in CSS pixels. */
const leastDrag = 3;
/** A finger may tremble this far, in CSS pixels, and still tap. */
const tapSlack = 8;

/**
 * Mouse, pen and fingers on a stage: the left button and one finger do what the chosen tool does, the middle
 * button pans, the right button, the wheel and two fingers zoom.
 */
export class StagePointer {
  tool: StageTool = 'window';
  finger: Finger = 'page';
  readonly #element: HTMLElement;
  readonly #stage: PointedStage;
  readonly #leaving = new AbortController();
  readonly #down = new Map<number, Place>();
  #began: Place = { x: 0, y: 0 };
  #drag: Drag | null = null;
  /** An angle whose second arm is not drawn yet. */
  #open: Measurement | null = null;

  constructor(element: HTMLElement, stage: PointedStage) {
    this.#element = element;
    this.#stage = stage;
    const { signal } = this.#leaving;
    element.addEventListener('pointerdown', this.#onDown, { signal });
    element.addEventListener('pointermove', this.#onMove, { signal });
    element.addEventListener('pointerup', this.#onUp, { signal });
    element.addEventListener('pointercancel', this.#onCancel, { signal });
    element.addEventListener('wheel', this.#onWheel, { signal, passive: false });
    element.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
  }

  /** Ends what is being drawn, as another image is shown. */
  drop(): void {
    if (this.#open) this.#stage.dropMeasurement(this.#open);
    this.#open = null;
  }

  destroy(): void {
    this.#leaving.abort();
  }

  readonly #onDown = (event: PointerEvent): void => {
    const at = this.#placeOf(event);
    this.#down.set(event.pointerId, at);
    this.#began = at;
    if (this.#down.size > 1) {
      this.#drag?.drop?.();
      this.#drag = null;
      return;
    }
    if (event.pointerType === 'touch' && this.finger === 'page') return;
    this.#drag = this.#begin(event, at);
    if (event.button === 1) event.preventDefault();
    this.#capture(event.pointerId);
  };

  readonly #onMove = (event: PointerEvent): void => {
    const at = this.#placeOf(event);
    const before = this.#down.get(event.pointerId);
    if (!before) {
      if (this.#open) this.#openTo(at);
      return;
    }
    const other = [...this.#down].find(([id]) => id !== event.pointerId)?.[1];
    this.#down.set(event.pointerId, at);
    if (other) this.#pinch(before, at, other);
    else this.#drag?.move(at, before);
  };

  readonly #onUp = (event: PointerEvent): void => {
    const from = this.#began;
    const to = this.#placeOf(event);
    const isTap = !this.#drag && this.#down.size === 1 && Math.hypot(to.x - from.x, to.y - from.y) < tapSlack;
    if (isTap && this.tool === 'point') this.#pointing(to);
    this.#down.delete(event.pointerId);
    this.#drag?.end?.();
    this.#drag = null;
  };

  readonly #onCancel = (event: PointerEvent): void => {
    this.#down.delete(event.pointerId);
    this.#drag?.drop?.();
    this.#drag = null;
  };

  readonly #onWheel = (event: WheelEvent): void => {
    event.preventDefault();
    if (event.deltaY !== 0) this.#stage.zoomBy(event.deltaY < 0 ? 1.15 : 1 / 1.15, this.#placeOf(event));
  };

  #begin(event: PointerEvent, at: Place): Drag | null {
    if (event.button === 1) return this.#panning;
    if (event.button === 2) return this.#zooming(at);
    const reach = event.pointerType === 'touch' ? 20 : 8;
    const movable = this.#stage.measurements().filter(({ isFixed }) => !isFixed);
    const held = heldAt(movable, [at.x, at.y], { onStage: this.#onStage, reach });
    if (held && !this.#open) return this.#holding(held);
    const { tool } = this;
    if (tool === 'window') return this.#windowing();
    if (tool === 'zoom') return this.#zooming(at);
    if (tool === 'point') return this.#pointing(at);
    return isMeasureTool(tool) ? this.#measuring(tool, at) : this.#panning;
  }

  readonly #panning: Drag = { move: (to, from) => this.#stage.panBy(to.x - from.x, to.y - from.y) };

  #zooming(about: Place): Drag {
    return { move: (to, from) => this.#stage.zoomBy(2 ** ((from.y - to.y) / 120), about) };
  }

  #windowing(): Drag {
    return {
      move: (to, from) => {
        const window = this.#stage.window();
        if (!window) return;
        const width = Math.max(1, window.width * 2 ** ((to.x - from.x) / pixelsPerDoubling));
        const centre = window.centre + ((to.y - from.y) / pixelsPerDoubling) * window.width;
        this.#stage.setWindow({ width, centre });
      },
    };
  }

  #pointing(at: Place): Drag {
    this.#stage.point(this.#inImage(at));
    return { move: (to) => this.#stage.point(this.#inImage(to)) };
  }

  #holding({ measurement, point }: Held): Drag {
    let now = measurement;
    this.#stage.putMeasurement(now);
    return {
      move: (to, from) => {
        const [x, y] = this.#inImage(to);
        const [fromX, fromY] = this.#inImage(from);
        now =
          point === null
            ? movedBy(now, [x - fromX, y - fromY], this.#stage.picture)
            : withPoint(now, point, this.#onImage(to));
        this.#stage.putMeasurement(now);
      },
      end: () => {
        // A click on an arrow leads back to its text.
        if (now === measurement) this.#write(now);
        // One that comes to nothing stays what it was.
        else if (!this.#stage.settleMeasurement(now)) this.#stage.putMeasurement(measurement);
      },
      drop: () => this.#stage.putMeasurement(measurement),
    };
  }

  #measuring(tool: MeasureTool, at: Place): Drag {
    if (this.#open) return this.#closing(at);
    const start = this.#onImage(at);
    const begun = newMeasurement(tool, tool === 'probe' ? [start] : []);
    let now = begun;
    const to = (end: ImagePoint): Measurement => {
      if (tool === 'probe') return { ...begun, points: [end] };
      return { ...begun, points: tool === 'ellipse' ? ellipseIn(start, end) : [start, end] };
    };
    if (tool === 'probe') this.#stage.putMeasurement(begun);
    return {
      move: (place) => {
        now = to(this.#onImage(place));
        this.#stage.putMeasurement(now);
      },
      end: () => {
        if (!isDrawn(now, leastDrag / this.#zoom())) this.#stage.dropMeasurement(now);
        else if (tool === 'angle') this.#open = now;
        else {
          this.#stage.settleMeasurement(now);
          this.#write(now);
        }
      },
      drop: () => this.#stage.dropMeasurement(now),
    };
  }

  /** Lets the reader write the text of an arrow. */
  #write({ id, tool }: Measurement): void {
    if (tool !== 'arrow') return;
    this.#stage.changeMeasurements((all) => {
      all.written = id;
    });
  }

  #closing(at: Place): Drag {
    this.#openTo(at);
    return {
      move: (to) => this.#openTo(to),
      end: () => {
        if (this.#open) this.#stage.settleMeasurement(this.#open);
        this.#open = null;
      },
      drop: () => this.drop(),
    };
  }

  #openTo(place: Place): void {
    if (!this.#open) return;
    const [from, corner] = this.#open.points;
    if (!from || !corner) return;
    this.#open = { ...this.#open, points: [from, corner, this.#onImage(place)] };
    this.#stage.putMeasurement(this.#open);
  }

  #pinch(before: Place, now: Place, other: Place): void {
    const apart = (from: Place) => Math.hypot(from.x - other.x, from.y - other.y);
    const about = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    if (apart(before) > 0) this.#stage.zoomBy(apart(now) / apart(before), about);
    this.#stage.panBy((now.x - before.x) / 2, (now.y - before.y) / 2);
  }

  readonly #onStage = ([x, y]: ImagePoint): ImagePoint => {
    const matrix = this.#stage.matrix();
    return matrix ? toStagePoint(matrix, { x, y }) : [x, y];
  };

  /** CSS pixels to one of the image. */
  #zoom(): number {
    const matrix = this.#stage.matrix();
    return matrix ? Math.hypot(matrix[0], matrix[1]) : 1;
  }

  #inImage(place: Place): ImagePoint {
    const matrix = this.#stage.matrix();
    if (!matrix) return [0, 0];
    const { x, y } = toImagePoint(matrix, place);
    return [x, y];
  }

  /** The nearest place that lies on the image: nothing is measured beside it. */
  #onImage(place: Place): ImagePoint {
    return nearestOn(this.#stage.picture, this.#inImage(place));
  }

  #placeOf(event: MouseEvent): Place {
    const box = this.#element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  /** Until it comes up again the pointer is the stage's, also outside of it. */
  #capture(pointerId: number): void {
    try {
      this.#element.setPointerCapture(pointerId);
    } catch {
      // The pointer is gone already, or was made by a script: it is followed within the stage alone.
    }
  }
}
