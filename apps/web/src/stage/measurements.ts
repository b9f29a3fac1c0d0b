import type { ImagePoint, MeasureTool } from './measure.ts';

export interface Measurement {
  readonly id: string;
  readonly tool: MeasureTool;
  /**
   * In pixels of the image; of an ellipse the ends of its axes: bottom, top, left, right; of an arrow its
   * tip, then its other end.
   */
  readonly points: readonly ImagePoint[];
  /** What the reader wrote at an arrow. */
  readonly text?: string;
}

/** A measurement as a list names it. */
export interface ListedMeasurement {
  /** Of its image. */
  readonly key: string;
  readonly id: string;
  /** "23.4 mm". */
  readonly words: string;
}

let made = 0;

export function newMeasurement(tool: MeasureTool, points: readonly ImagePoint[]): Measurement {
  made += 1;
  return { id: `m${made}`, tool, points };
}

/** The measurements of a stack, each on its image; they are there again when a reader returns to it. */
export class Measurements {
  readonly #on = new Map<string, readonly Measurement[]>();
  readonly #removed: { readonly key: string; readonly all: readonly Measurement[] }[] = [];
  /** The id of the one that was touched last. */
  selected: string | null = null;
  /** The id of the arrow whose text is being written. */
  written: string | null = null;
  /** Those of all images, once their words are known; another array after each change. */
  listed: readonly ListedMeasurement[] = [];
  readonly #words = new Map<string, string>();
  readonly #followers = new Set<() => void>();

  /** @param listen called when the list changed. @returns what ends it. */
  readonly follow = (listen: () => void): (() => void) => {
    this.#followers.add(listen);
    return () => this.#followers.delete(listen);
  };

  /** What the measurements of an image come to: only who shows it knows. */
  name(words: ReadonlyMap<string, string>): void {
    for (const [id, text] of words) this.#words.set(id, text);
    this.#list();
  }

  on(key: string): readonly Measurement[] {
    return this.#on.get(key) ?? [];
  }

  /** Adds a measurement, or puts it in place of what it was. */
  put(key: string, measurement: Measurement): void {
    const before = this.on(key);
    const isKnown = before.some(({ id }) => id === measurement.id);
    const after = isKnown
      ? before.map((each) => (each.id === measurement.id ? measurement : each))
      : [...before, measurement];
    this.#on.set(key, after);
    this.selected = measurement.id;
  }

  /** Removes the selected measurement, or else the latest. */
  removeLast(key: string): void {
    const all = this.on(key);
    const last = all.find(({ id }) => id === this.selected) ?? all.at(-1);
    if (last) this.#remove(key, [last]);
  }

  clear(key: string): void {
    this.#remove(key, this.on(key));
  }

  remove(key: string, id: string): void {
    this.#remove(
      key,
      this.on(key).filter((each) => each.id === id),
    );
  }

  /** One that was begun and came to nothing. */
  drop(key: string, dropped: Measurement): void {
    this.#on.set(
      key,
      this.on(key).filter(({ id }) => id !== dropped.id),
    );
  }

  /** Brings back what the last removal took. */
  bringBack(): void {
    const last = this.#removed.pop();
    if (last) this.#on.set(last.key, [...this.on(last.key), ...last.all]);
    this.#list();
  }

  #list(): void {
    this.listed = [...this.#on].flatMap(([key, all]) =>
      all.flatMap(({ id }) => {
        const words = this.#words.get(id);
        return words === undefined ? [] : [{ key, id, words }];
      }),
    );
    for (const listen of this.#followers) listen();
  }

  #remove(key: string, gone: readonly Measurement[]): void {
    if (gone.length === 0) return;
    this.#removed.push({ key, all: gone });
    this.#on.set(
      key,
      this.on(key).filter((each) => !gone.includes(each)),
    );
    this.selected = null;
    this.#list();
  }
}

/** The ends of the axes of the ellipse in a box. */
export function ellipseIn([x1, y1]: ImagePoint, [x2, y2]: ImagePoint): readonly ImagePoint[] {
  const [left, right] = [Math.min(x1, x2), Math.max(x1, x2)];
  const [top, bottom] = [Math.min(y1, y2), Math.max(y1, y2)];
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return [
    [x, bottom],
    [x, top],
    [left, y],
    [right, y],
  ];
}

/** The measurement with one of its points dragged to another place. */
export function withPoint(measurement: Measurement, which: number, to: ImagePoint): Measurement {
  const { tool, points } = measurement;
  if (tool !== 'ellipse')
    return { ...measurement, points: points.map((point, at) => (at === which ? to : point)) };
  const [bottom, top, left, right] = points.map((point, at) => (at === which ? to : point));
  if (!bottom || !top || !left || !right) return measurement;
  return { ...measurement, points: ellipseIn([left[0], top[1]], [right[0], bottom[1]]) };
}

export function movedBy(measurement: Measurement, dx: number, dy: number): Measurement {
  return { ...measurement, points: measurement.points.map(([x, y]) => [x + dx, y + dy]) };
}

/** Whether a drag drew something: a click leaves no length and no ellipse. */
export function isDrawn({ tool, points }: Measurement, leastPixels: number): boolean {
  if (tool === 'probe') return true;
  const [first, second] = tool === 'ellipse' ? [points[0], points[2]] : points;
  return !!first && !!second && Math.hypot(first[0] - second[0], first[1] - second[1]) >= leastPixels;
}

export interface Held {
  readonly measurement: Measurement;
  /** Which of its points; null: all of it. */
  readonly point: number | null;
}

/** What of the measurements is within reach of a place on the stage. */
export function heldAt(
  all: readonly Measurement[],
  place: ImagePoint,
  { onStage, reach }: { onStage: (point: ImagePoint) => ImagePoint; reach: number },
): Held | null {
  for (const measurement of all.toReversed()) {
    const points = measurement.points.map(onStage);
    const point = points.findIndex((each) => Math.hypot(each[0] - place[0], each[1] - place[1]) <= reach);
    if (point >= 0) return { measurement, point };
    const line = measurement.tool === 'ellipse' ? outlineOf(points) : points;
    const isNear = line.slice(1).some((end, at) => lineDistance(place, line[at] ?? end, end) <= reach / 2);
    if (isNear) return { measurement, point: null };
  }
  return null;
}

/** The contour of an ellipse given by the ends of its axes, as a closed line. */
export function outlineOf([bottom, top, left, right]: readonly ImagePoint[]): ImagePoint[] {
  if (!bottom || !top || !left || !right) return [];
  const [cx, cy] = [(left[0] + right[0]) / 2, (left[1] + right[1]) / 2];
  return Array.from({ length: 49 }, (_, at) => {
    const [cosine, sine] = [Math.cos((at * Math.PI) / 24), Math.sin((at * Math.PI) / 24)];
    return [
      cx + cosine * (right[0] - cx) + sine * (bottom[0] - cx),
      cy + cosine * (right[1] - cy) + sine * (bottom[1] - cy),
    ] as const;
  });
}

function lineDistance(place: ImagePoint, from: ImagePoint, to: ImagePoint): number {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const along = ((place[0] - from[0]) * dx + (place[1] - from[1]) * dy) / (dx * dx + dy * dy || 1);
  const at = Math.min(1, Math.max(0, along));
  return Math.hypot(place[0] - from[0] - at * dx, place[1] - from[1] - at * dy);
}
