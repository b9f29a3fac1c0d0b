import { type StageMatrix, toImagePoint } from '../geometry/stage-matrix.ts';
import type { Picture } from '../source/picture.ts';
import { type Level, type Rect, reduced, reducing, type Shades, shade, sizeAt } from './paint.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Scale {
  readonly x: number;
  readonly y: number;
}

interface Shown extends Shades {
  /** To CSS pixels. */
  readonly matrix: StageMatrix;
}

/** Images up to so many pixels are shaded whole, so that moving about costs nothing but the copy. */
const wholeUpTo = 500_000;
const roughPixels = 60_000;
/** Of the stage, on each side: what is shaded beyond it, so that not each step of a move shades anew. */
const margin = 1 / 8;
/** So long is read before an input is let in. */
const turnMs = 6;

/** What is to be read: a part of an image at one scale, in pixels of that scale. */
interface Wanted {
  readonly picture: Picture;
  readonly factor: number;
  readonly part: Rect;
  readonly scale: Scale;
}

/** A part of an image as it was read and last shaded. */
interface Copy extends Wanted {
  readonly level: Level;
  readonly canvas: HTMLCanvasElement;
  readonly pixels: ImageData;
  shades: string;
}

/**
 * An image as it was last read: what is seen of it, no finer than the screen shows it. It is shaded anew
 * where its window did change, and else only drawn in another place. Where its scale or the part changed,
 * what is there is drawn at once, in the new place, while the exact pixels are read in turns.
 */
export class PaintedImage {
  readonly #redraw: (() => void) | null;
  /** All of the image, and what was seen of it last. */
  #whole: Copy | null = null;
  #seen: Copy | null = null;
  /** The one before, whose memory the next one of its size takes. */
  #spare: Copy | null = null;
  #reading: { readonly wanted: Wanted; readonly rows: Generator<undefined, Level> } | null = null;
  #turn: ReturnType<typeof setTimeout> | undefined;

  /** @param redraw asks for another drawing once the exact pixels are there; without it, each one is exact */
  constructor(redraw: (() => void) | null = null) {
    this.#redraw = redraw;
  }

  /** @returns whether any of it is seen; the transform is then that of the image. */
  draw(context: CanvasRenderingContext2D, picture: Picture, shown: Shown): boolean {
    const { matrix } = shown;
    const ratio = devicePixelRatio;
    const [a, b, c, d, e, f] = matrix;
    const finest = Math.max(Math.hypot(a, b), Math.hypot(c, d));
    const factor = Math.max(1, Math.floor(1 / (finest * ratio)));
    const size = sizeAt(picture, factor);
    const scale = scaleOf(picture, size);
    const seen = seenOf(context, size, matrix, scale);
    if (!seen) return false;
    context.setTransform(a * ratio, b * ratio, c * ratio, d * ratio, e * ratio, f * ratio);
    context.imageSmoothingQuality = 'low';
    for (const copy of this.#copiesFor({ picture, factor, part: seen.most, scale }, seen.least))
      drawCopy(context, copy, shown);
    return true;
  }

  destroy(): void {
    this.#stop();
  }

  /** One that holds what is seen; else all that there is, the finest last. */
  #copiesFor(wanted: Wanted, least: Rect): readonly Copy[] {
    const last = this.#seen ?? this.#whole;
    if (last && last.picture !== wanted.picture) [this.#spare, this.#seen, this.#whole] = [last, null, null];
    const exact = this.#copies.find((copy) => holds(copy, wanted, least));
    if (exact) {
      this.#stop();
      return [exact];
    }
    if (this.#redraw && this.#copies.length > 0) {
      this.#begin(wanted, least);
      this.#whole ??= this.#copyOf(roughly(wanted.picture));
      return this.#copies;
    }
    this.#stop();
    return [this.#keep(this.#copyOf(wanted))];
  }

  get #copies(): readonly Copy[] {
    return [this.#whole, this.#seen].filter((copy) => copy !== null);
  }

  #stop(): void {
    clearTimeout(this.#turn);
    this.#reading = null;
  }

  /** What is read already goes on where it will hold what is seen. */
  #begin(wanted: Wanted, least: Rect): void {
    if (this.#reading && holds(this.#reading.wanted, wanted, least)) return;
    this.#stop();
    this.#reading = { wanted, rows: reducing(wanted.picture, wanted.factor, wanted.part) };
    this.#turn = setTimeout(this.#read);
  }

  readonly #read = (): void => {
    if (!this.#reading) return;
    const { wanted, rows } = this.#reading;
    for (const end = performance.now() + turnMs; performance.now() < end; ) {
      const { done, value } = rows.next();
      if (!done) continue;
      this.#reading = null;
      this.#keep(this.#copyOf(wanted, value));
      this.#redraw?.();
      return;
    }
    this.#turn = setTimeout(this.#read);
  };

  #copyOf(wanted: Wanted, level = reduced(wanted.picture, wanted.factor, wanted.part)): Copy {
    const spare = this.#spare;
    const { canvas, pixels } = spare && isOfSize(spare.level, level) ? spare : surfaceOf(level);
    if (canvas === spare?.canvas) this.#spare = null;
    return { ...wanted, level, canvas, pixels, shades: '' };
  }

  #keep(copy: Copy): Copy {
    if (isOfSize(copy.part, sizeAt(copy.picture, copy.factor)))
      [this.#spare, this.#seen, this.#whole] = [this.#whole, null, copy];
    else [this.#spare, this.#seen] = [this.#seen, copy];
    return copy;
  }
}

/** All of a large image, so small that reading it takes no time: seen where nothing else was read yet. */
function roughly(picture: Picture): Wanted {
  const factor = Math.max(1, Math.sqrt((picture.width * picture.height) / roughPixels));
  const size = sizeAt(picture, factor);
  return { picture, factor, part: { x: 0, y: 0, ...size }, scale: scaleOf(picture, size) };
}

function scaleOf(picture: Size, size: Size): Scale {
  return { x: size.width / picture.width, y: size.height / picture.height };
}

function surfaceOf({ width, height }: Size): Pick<Copy, 'canvas' | 'pixels'> {
  const canvas = document.createElement('canvas');
  return { canvas: Object.assign(canvas, { width, height }), pixels: new ImageData(width, height) };
}

function isOfSize(one: Size, other: Size): boolean {
  return one.width === other.width && one.height === other.height;
}

/** Whether a copy has what is seen of the image, as fine as it is seen. */
function holds({ picture, factor, part }: Wanted, wanted: Wanted, least: Rect): boolean {
  return picture === wanted.picture && factor === wanted.factor && contains(part, least);
}

/** Draws a copy in its place, by the transform of the image; shaded anew where that changed. */
function drawCopy(context: CanvasRenderingContext2D, copy: Copy, { window, isInverted }: Shades): void {
  const { level, canvas, pixels, part, scale } = copy;
  const shades = JSON.stringify([window, isInverted]);
  if (shades !== copy.shades) {
    shade(level, { window, isInverted }, pixels.data);
    canvas.getContext('2d')?.putImageData(pixels, 0, 0);
    copy.shades = shades;
  }
  const [width, height] = [part.width / scale.x, part.height / scale.y];
  context.drawImage(canvas, part.x / scale.x, part.y / scale.y, width, height);
}

interface Seen {
  /** What is on the stage. */
  readonly least: Rect;
  /** With a margin around it, or all of a small image. */
  readonly most: Rect;
}

/** The part of an image of this size that is on the stage; null of none. */
function seenOf(
  { canvas }: CanvasRenderingContext2D,
  size: Size,
  matrix: StageMatrix,
  scale: Scale,
): Seen | null {
  const [width, height] = [canvas.width / devicePixelRatio, canvas.height / devicePixelRatio];
  const within = (beyond: number) => {
    const corners = [
      toImagePoint(matrix, { x: -beyond * width, y: -beyond * height }),
      toImagePoint(matrix, { x: (1 + beyond) * width, y: (1 + beyond) * height }),
    ];
    const [x, columns] = between(
      corners.map((corner) => corner.x * scale.x),
      size.width,
    );
    const [y, rows] = between(
      corners.map((corner) => corner.y * scale.y),
      size.height,
    );
    return { x, y, width: columns, height: rows };
  };
  const least = within(0);
  if (least.width <= 0 || least.height <= 0) return null;
  const isSmall = size.width * size.height <= wholeUpTo;
  return { least, most: isSmall ? { x: 0, y: 0, ...size } : within(margin) };
}

/** From the first whole pixel of a side, how many. */
function between(ends: readonly number[], most: number): readonly [first: number, count: number] {
  const low = Math.max(0, Math.floor(Math.min(...ends)));
  return [low, Math.min(most, Math.ceil(Math.max(...ends))) - low];
}

function contains(outer: Rect, inner: Rect): boolean {
  const isWithin = inner.x >= outer.x && inner.y >= outer.y;
  return (
    isWithin &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}
