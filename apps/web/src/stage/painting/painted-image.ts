import { type StageMatrix, toImagePoint } from '../geometry/stage-matrix.ts';
import type { Picture } from '../source/picture.ts';
import { type Level, type Rect, reduced, type Shades, shade, sizeAt } from './paint.ts';

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
/** Of the stage, on each side: what is shaded beyond it, so that not each step of a move shades anew. */
const margin = 1 / 8;

/**
 * An image as it was last shaded: what is seen of it, no finer than the screen shows it. It is read anew
 * where the part or its scale changed, shaded anew where its window did, and else only drawn in another
 * place.
 */
export class PaintedImage {
  #picture: Picture | null = null;
  #level: Level | null = null;
  #factor = 0;
  #part: Rect | null = null;
  #shades = '';
  #canvas: HTMLCanvasElement | null = null;

  /** @returns whether any of it is seen; the transform is then that of the image. */
  draw(context: CanvasRenderingContext2D, picture: Picture, shown: Shown): boolean {
    const { matrix } = shown;
    const ratio = devicePixelRatio;
    const [a, b, c, d, e, f] = matrix;
    const finest = Math.max(Math.hypot(a, b), Math.hypot(c, d));
    const factor = Math.max(1, Math.floor(1 / (finest * ratio)));
    const size = sizeAt(picture, factor);
    const scale = { x: size.width / picture.width, y: size.height / picture.height };
    const level = this.#levelFor(picture, factor, seenOf(context, size, matrix, scale));
    const part = this.#part;
    if (!level || !part) return false;
    const canvas = this.#shade(level, shown);
    context.setTransform(a * ratio, b * ratio, c * ratio, d * ratio, e * ratio, f * ratio);
    context.imageSmoothingQuality = 'low';
    context.drawImage(
      canvas,
      part.x / scale.x,
      part.y / scale.y,
      part.width / scale.x,
      part.height / scale.y,
    );
    return true;
  }

  /** What was read before where it holds what is seen; null where nothing is seen. */
  #levelFor(picture: Picture, factor: number, seen: Seen | null): Level | null {
    const isSame = picture === this.#picture && factor === this.#factor;
    if (!seen) return null;
    if (isSame && this.#part && contains(this.#part, seen.least)) return this.#level;
    this.#picture = picture;
    this.#factor = factor;
    this.#part = seen.most;
    this.#shades = '';
    this.#level = reduced(picture, factor, seen.most);
    return this.#level;
  }

  #shade(level: Level, { window, isInverted }: Shades): HTMLCanvasElement {
    this.#canvas ??= document.createElement('canvas');
    const canvas = this.#canvas;
    const shades = JSON.stringify([window, isInverted]);
    if (shades === this.#shades) return canvas;
    if (canvas.width !== level.width) canvas.width = level.width;
    if (canvas.height !== level.height) canvas.height = level.height;
    const pixels = new ImageData(shade(level, { window, isInverted }), level.width, level.height);
    canvas.getContext('2d')?.putImageData(pixels, 0, 0);
    this.#shades = shades;
    return canvas;
  }
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
