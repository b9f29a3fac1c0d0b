import type { EngineContext } from '@second-read/core/analysis/engine';
import { splitChannels } from '@second-read/core/pixels/channels';
import type { GreyPlane, RgbImage } from '@second-read/core/pixels/plane';
import { resize } from '@second-read/core/pixels/resize';

/** Side of the network's input, pixels; the picture is stretched to a square. */
export const inputSide = 192;
/** Side of the maps it returns. */
const mapSide = 96;

/** What the network says of one picture: maps of 96 x 96 and picture scores, each 0 to 1. */
export interface Reading {
  readonly cervix: GreyPlane;
  readonly lesion: GreyPlane;
  readonly junction: GreyPlane;
  /** An acetowhite lesion is present. */
  readonly lesionPresent: number;
  /** A VIA reader would not call it negative. */
  readonly notNegative: number;
  /** The Swede score would be 5 or more. */
  readonly swedeFromFive: number;
}

export async function readPicture(image: RgbImage, context: Pick<EngineContext, 'infer'>): Promise<Reading> {
  const outputs = await context.infer('cervix/cervix', {
    picture: { data: networkInput(image), dims: [1, 3, inputSide, inputSide] },
  });
  const maps = outputs.maps?.data;
  const scores = outputs.scores?.data;
  const size = mapSide * mapSide;
  if (maps?.length !== 3 * size || scores?.length !== 3)
    throw new Error('cervix/cervix: unexpected network output');
  const map = (index: number): GreyPlane => ({
    width: mapSide,
    height: mapSide,
    data: maps.slice(index * size, (index + 1) * size),
  });
  return {
    cervix: map(0),
    lesion: map(1),
    junction: map(2),
    lesionPresent: scores[0] ?? 0,
    notNegative: scores[1] ?? 0,
    swedeFromFive: scores[2] ?? 0,
  };
}

/** Grey-world white balance with half the gain, then about -1 to 1; `training/cervix/data.py` does the same. */
export function networkInput(image: RgbImage): Float32Array {
  const { red, green, blue } = splitChannels(image);
  const channels = [red, green, blue].map((channel) => resize(channel, inputSide, inputSide));
  const means = channels.map(({ data }) => data.reduce((sum, value) => sum + value, 0) / data.length / 255);
  const grey = means.reduce((sum, mean) => sum + mean, 0) / means.length;
  const out = new Float32Array(3 * inputSide * inputSide);
  channels.forEach(({ data }, c) => {
    const gain = Math.min(Math.max(Math.sqrt(grey / Math.max(means[c] ?? 0, 0.02)), 0.6), 1.6);
    for (let i = 0; i < data.length; i++) {
      out[c * data.length + i] = (((data[i] ?? 0) / 255) * gain - 0.5) * 2;
    }
  });
  return out;
}
