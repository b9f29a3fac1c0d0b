import { splitChannels } from '@second-read/core/pixels/color/channels';
import type { GreyPlane, RgbImage } from '@second-read/core/pixels/plane';
import { letterbox } from '@second-read/core/pixels/sampling/letterbox';
import { sampleBilinear } from '@second-read/core/pixels/sampling/warp-affine';
import type { SquareCrop } from './square-crop.ts';

/** Side of the square the network's views are cut from, pixels; as in `training/cervix/network/data.py`. */
const canvasSide = 352;

/** A picture in the middle of a black square, at its true shape. */
export interface Canvas {
  readonly side: number;
  /** Red, green and blue, 0 to 255. */
  readonly channels: readonly GreyPlane[];
  /** Width and height of the picture over those of the canvas, 0 to 1. */
  readonly shareX: number;
  readonly shareY: number;
}

export function canvasOf(image: RgbImage): Canvas {
  const { red, green, blue } = splitChannels(image);
  const square = { width: canvasSide, height: canvasSide, fill: 0 };
  const boxes = [red, green, blue].map((channel) => letterbox(channel, square));
  const placement = boxes[0]?.placement;
  return {
    side: canvasSide,
    channels: boxes.map(({ plane }) => plane),
    shareX: (placement?.width ?? 0) / canvasSide,
    shareY: (placement?.height ?? 0) / canvasSide,
  };
}

/**
 * A square map of the view at `place`, laid over the picture of `width` by `height` pixels; 0 beyond the
 * view.
 */
export function layOver(
  map: GreyPlane,
  place: SquareCrop,
  { canvas, width, height }: { canvas: Canvas; width: number; height: number },
): GreyPlane {
  const out = { width, height, data: new Float32Array(width * height) };
  for (let y = 0; y < height; y++) {
    const v = (((y + 0.5) * 2) / height - 1) * canvas.shareY;
    const row = (((v - place.y) / place.half + 1) * map.height - 1) / 2;
    for (let x = 0; x < width; x++) {
      const u = (((x + 0.5) * 2) / width - 1) * canvas.shareX;
      const column = (((u - place.x) / place.half + 1) * map.width - 1) / 2;
      out.data[y * width + x] = sampleBilinear(map, column, row);
    }
  }
  return out;
}
