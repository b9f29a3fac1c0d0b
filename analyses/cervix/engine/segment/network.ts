import type { EngineContext } from '@second-read/core/analysis/engine';
import type { GreyPlane } from '@second-read/core/pixels/plane';
import { type Canvas, layOver } from '../photograph/canvas.ts';
import { closerCrop, type SquareCrop, wholeCrop } from '../photograph/square-crop.ts';
import { mirrored, viewInput } from '../photograph/view-input.ts';

/** Sides of the views, pixels: the whole picture, then the cervix. */
const wholeSide = 224;
const closeSide = 256;
/** Maps are this much smaller than the view. */
const stride = 4;

/** Picture scores of one view, logits: lesion present, VIA not negative, Swede score 5 or more. */
export interface ViewScores {
  readonly lesion: number;
  readonly notNegative: number;
  readonly swede: number;
}

/** What the network says of one photograph; the maps have its size, 0 to 1. */
export interface Reading {
  readonly cervix: GreyPlane;
  readonly lesion: GreyPlane;
  readonly junction: GreyPlane;
  readonly whole: ViewScores;
  readonly close: ViewScores;
}

interface Look {
  /** Cervix, lesion, junction. */
  readonly maps: readonly [GreyPlane, GreyPlane, GreyPlane];
  readonly scores: ViewScores;
}

/**
 * Looks at the whole photograph, then closer at the cervix found there; each time plain and mirrored. The
 * maps have the `width` and `height` asked for.
 */
export async function readPicture(
  canvas: Canvas,
  { width, height }: Pick<GreyPlane, 'width' | 'height'>,
  context: Pick<EngineContext, 'infer'>,
): Promise<Reading> {
  const whole = await look(canvas, wholeCrop, wholeSide, context);
  const place = closerCrop(whole.maps[0]);
  const close = await look(canvas, place, closeSide, context);
  const laid = (map: GreyPlane) => layOver(map, place, { canvas, width, height });
  const [cervix, lesion, junction] = close.maps;
  return {
    cervix: laid(cervix),
    lesion: laid(lesion),
    junction: laid(junction),
    whole: whole.scores,
    close: close.scores,
  };
}

/** Means over a view and its mirror image. */
async function look(
  canvas: Canvas,
  place: SquareCrop,
  side: number,
  context: Pick<EngineContext, 'infer'>,
): Promise<Look> {
  const plain = viewInput(canvas, place, side);
  const data = new Float32Array(plain.length * 2);
  data.set(plain, 0);
  data.set(mirrored(plain, side), plain.length);
  const outputs = await context.infer('cervix/cervix', { picture: { data, dims: [2, 3, side, side] } });
  const maps = outputs.maps?.data;
  const scores = outputs.scores?.data;
  const mapSide = side / stride;
  const size = mapSide * mapSide;
  if (maps?.length !== 6 * size || scores?.length !== 6)
    throw new Error('cervix/cervix: unexpected network output');
  const turned = mirrored(maps.subarray(3 * size), mapSide);
  const map = (index: number): GreyPlane => {
    const out = { width: mapSide, height: mapSide, data: maps.slice(index * size, (index + 1) * size) };
    for (let i = 0; i < size; i++) out.data[i] = ((out.data[i] ?? 0) + (turned[index * size + i] ?? 0)) / 2;
    return out;
  };
  const score = (index: number): number => ((scores[index] ?? 0) + (scores[index + 3] ?? 0)) / 2;
  return {
    maps: [map(0), map(1), map(2)],
    scores: { lesion: score(0), notNegative: score(1), swede: score(2) },
  };
}
