import { splitChannels } from '@second-read/core/pixels/color/channels';
import type { RgbImage } from '@second-read/core/pixels/plane';
import { resize } from '@second-read/core/pixels/sampling/resize';
import model from './distance.json' with { type: 'json' };

/** How the cervix fills a picture, estimated from 16 by 16 pixels. */
export interface Distance {
  /** Share of the picture that the cervix takes, about 0 to 1. */
  readonly share: number;
  /** Part of the cervix's outline at the picture's border, about 0 to 1. */
  readonly cut: number;
}

type Layer = (typeof model.layers)[number];

/**
 * The perceptron that `training/cervix/distance.py` makes and measures. It knows only pictures with a cervix
 * in them.
 */
export function distanceOf(image: RgbImage): Distance {
  const hidden = apply(model.layers[0], featuresOf(image)).map((value) => Math.max(0, value));
  const [share = 0, cut = 0] = apply(model.layers[1], hidden);
  return { share, cut };
}

/** Per pixel: grey over its spread in the picture, and the shares of red and green. */
export function featuresOf(image: RgbImage): Float64Array {
  const { red, green, blue } = splitChannels(image);
  const [r, g, b] = [red, green, blue].map((channel) => resize(channel, model.side, model.side).data);
  const count = model.side ** 2;
  const out = new Float64Array(3 * count);
  let [sum, squares] = [0, 0];
  for (let i = 0; i < count; i++) {
    const total = ((r?.[i] ?? 0) + (g?.[i] ?? 0) + (b?.[i] ?? 0)) / 255;
    out[3 * i] = total / 3;
    sum += total / 3;
    squares += (total / 3) ** 2;
    out[3 * i + 1] = ((r?.[i] ?? 0) / 255 / (total + 0.05) - 0.4) * 6;
    out[3 * i + 2] = ((g?.[i] ?? 0) / 255 / (total + 0.05) - 0.3) * 6;
  }
  const mean = sum / count;
  const spread = Math.sqrt(Math.max(0, squares / count - mean ** 2)) + 0.05;
  for (let i = 0; i < out.length; i += 3) out[i] = ((out[i] ?? 0) - mean) / spread;
  return out;
}

function apply(layer: Layer | undefined, inputs: Float64Array): Float64Array {
  const { weights = [], factor = 0, biases = [] } = layer ?? {};
  return Float64Array.from(biases, (bias, row) => {
    let sum = 0;
    for (let i = 0; i < inputs.length; i++) sum += (weights[row * inputs.length + i] ?? 0) * (inputs[i] ?? 0);
    return bias + factor * sum;
  });
}
