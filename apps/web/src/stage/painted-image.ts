import { type Level, type Rect, reduced, type Shades, shade } from './paint.ts';
import type { Picture } from './source/picture.ts';
import { type StageMatrix, toImagePoint } from './stage-matrix.ts';

interface Shown extends Shades {
  /** To CSS pixels. */
  readonly matrix: StageMatrix;
}

/** Images up to so many pixels are shaded whole, so that moving about costs nothing but the copy. */
const wholeUpTo = 1_500_000;

/**
 * An image as it was last shaded: a copy small enough for what is seen of it, or the part that is seen. It is
 * shaded anew where window or part changed, and else only drawn in another place.
 */
export class PaintedImage {
  #picture: Picture | null = null;
  #level: Level | null = null;
  #factor = 0;
  #part: Rect | null = null;
  #shades = '';
  #canvas: HTMLCanvasElement | null = null;

  draw(context: CanvasRenderingContext2D, picture: Picture, shown: Shown): void {
    const { matrix } = shown;
    const level = this.#levelFor(picture, 1 / (Math.hypot(matrix[0], matrix[1]) * devicePixelRatio));
    const scale = { x: level.width / picture.width, y: level.height / picture.height };
    const part = this.#partOf(level, seenOf(context, picture, matrix, scale));
    if (!part) return;
    const canvas = this.#shade(level, part, shown);
    const ratio = devicePixelRatio;
    const [a, b, c, d, e, f] = matrix;
    context.setTransform(a * ratio, b * ratio, c * ratio, d * ratio, e * ratio, f * ratio);
    context.imageSmoothingQuality = 'low';
    context.drawImage(
      canvas,
      part.x / scale.x,
      part.y / scale.y,
      part.width / scale.x,
      part.height / scale.y,
    );
  }

  /** @param shrunk pixels of the image to one of the screen */
  #levelFor(picture: Picture, shrunk: number): Level {
    const factor = Math.max(1, Math.floor(shrunk));
    if (this.#level === null || picture !== this.#picture || factor !== this.#factor) {
      this.#level = reduced(picture, factor);
      this.#part = null;
    }
    this.#picture = picture;
    this.#factor = factor;
    return this.#level;
  }

  /** What is shaded: all of a small level, else what is seen and was not shaded before. */
  #partOf(level: Level, seen: Rect | null): Rect | null {
    if (level.width * level.height <= wholeUpTo)
      return { x: 0, y: 0, width: level.width, height: level.height };
    const before = this.#part;
    if (seen && before && contains(before, seen)) return before;
    return seen;
  }

  #shade(level: Level, part: Rect, { window, isInverted }: Shades): HTMLCanvasElement {
    this.#canvas ??= document.createElement('canvas');
    const canvas = this.#canvas;
    const shades = JSON.stringify([window, isInverted]);
    const before = this.#part;
    if (before && isSame(before, part) && shades === this.#shades) return canvas;
    if (canvas.width !== part.width) canvas.width = part.width;
    if (canvas.height !== part.height) canvas.height = part.height;
    const pixels = new ImageData(shade(level, part, { window, isInverted }), part.width, part.height);
    canvas.getContext('2d')?.putImageData(pixels, 0, 0);
    this.#part = part;
    this.#shades = shades;
    return canvas;
  }
}

/** The part of a level that is on the stage, with a margin of a quarter around it; null of none. */
function seenOf(
  { canvas }: CanvasRenderingContext2D,
  picture: Picture,
  matrix: StageMatrix,
  scale: { readonly x: number; readonly y: number },
): Rect | null {
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  const corners = [
    toImagePoint(matrix, { x: -width / 4, y: -height / 4 }),
    toImagePoint(matrix, { x: 1.25 * width, y: 1.25 * height }),
  ];
  const between = (values: readonly number[], most: number, by: number) => {
    const low = Math.max(0, Math.floor(Math.min(...values) * by));
    return [low, Math.min(most, Math.ceil(Math.max(...values) * by)) - low] as const;
  };
  const [x, columns] = between(
    corners.map((corner) => corner.x),
    Math.round(picture.width * scale.x),
    scale.x,
  );
  const [y, rows] = between(
    corners.map((corner) => corner.y),
    Math.round(picture.height * scale.y),
    scale.y,
  );
  return columns > 0 && rows > 0 ? { x, y, width: columns, height: rows } : null;
}

function contains(outer: Rect, inner: Rect): boolean {
  const isWithin = inner.x >= outer.x && inner.y >= outer.y;
  return (
    isWithin &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

function isSame(a: Rect, b: Rect): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}
