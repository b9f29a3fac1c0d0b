import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StageMatrix } from '../geometry/stage-matrix.ts';
import type { GreyPicture } from '../source/picture.ts';
import { reduced, shade } from './paint.ts';
import { PaintedImage } from './painted-image.ts';

const side = 1200;
const picture: GreyPicture = {
  ...{ kind: 'grey', unit: '', id: 'p', width: side, height: side, window: { centre: 500, width: 1000 } },
  samples: Uint16Array.from({ length: side * side }, (_, at) => (at * 7919) % 1009),
};
const shades = { window: picture.window, isInverted: false };

/** A canvas that keeps what was put on it. */
class Surface {
  width = 0;
  height = 0;
  data: number[] = [];
  getContext() {
    return {
      putImageData: ({ data }: { data: Uint8ClampedArray }) => {
        this.data = [...data];
      },
    };
  }
}

/** A stage of 300 pixels a side; each drawing of a copy: the copy, then its place in the image. */
function stage() {
  const drawn: [Surface, ...number[]][] = [];
  const context = {
    canvas: { width: 300, height: 300 },
    setTransform: () => {},
    drawImage: (...each: [Surface, ...number[]]) => drawn.push(each),
  } as unknown as CanvasRenderingContext2D;
  const redraw = vi.fn();
  const painted = new PaintedImage(redraw);
  const draw = (matrix: StageMatrix, look = shades) => {
    drawn.length = 0;
    painted.draw(context, picture, { matrix, ...look });
    return drawn.map(([surface, ...place]) => ({ pixels: surface.data, place }));
  };
  return { draw, redraw };
}

const whole: StageMatrix = [0.25, 0, 0, 0.25, 0, 0];
/** The middle, at full resolution. */
const close: StageMatrix = [1, 0, 0, 1, -450, -450];
const exactWhole = [...shade(reduced(picture, 4, { x: 0, y: 0, width: 300, height: 300 }), shades)];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('devicePixelRatio', 1);
  vi.stubGlobal('document', { createElement: () => new Surface() });
  vi.stubGlobal(
    'ImageData',
    class {
      readonly data: Uint8ClampedArray;
      constructor(width: number, height: number) {
        this.data = new Uint8ClampedArray(4 * width * height);
      }
    },
  );
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('an image on the stage', () => {
  it('is exact at once when it is first shown', () => {
    const { draw, redraw } = stage();
    expect(draw(whole)).toEqual([{ pixels: exactWhole, place: [0, 0, side, side] }]);
    expect(redraw).not.toHaveBeenCalled();
  });

  it('is drawn from what is there where it is looked at closer, and exact a little later', () => {
    const { draw, redraw } = stage();
    draw(whole);
    expect(draw(close)).toEqual([{ pixels: exactWhole, place: [0, 0, side, side] }]);
    expect(redraw).not.toHaveBeenCalled();
    vi.runAllTimers();
    expect(redraw).toHaveBeenCalledOnce();
    // An eighth of the stage beyond each of its sides.
    const part = { x: 412, y: 412, width: 376, height: 376 };
    const exact = { pixels: [...shade(reduced(picture, 1, part), shades)], place: [412, 412, 376, 376] };
    expect(draw(close)).toEqual([exact]);
    // What was read before is exact again where it was.
    expect(draw(whole)).toEqual([{ pixels: exactWhole, place: [0, 0, side, side] }]);
  });

  it('reads only for where it was looked at last', () => {
    const { draw, redraw } = stage();
    draw(whole);
    draw(close);
    draw([0.5, 0, 0, 0.5, -150, -150]);
    draw(whole);
    vi.runAllTimers();
    expect(redraw).not.toHaveBeenCalled();
  });

  it('is all in the window that was chosen, while it is read and after', () => {
    const { draw } = stage();
    draw(whole);
    const inverted = { window: picture.window, isInverted: true };
    const [early] = draw(close, inverted);
    expect(early?.pixels.slice(0, 3)).toEqual(exactWhole.slice(0, 3).map((value) => 255 - value));
  });
});
