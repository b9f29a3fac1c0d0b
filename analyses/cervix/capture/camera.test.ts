import { fileURLToPath } from 'node:url';
import { previewSide } from '@second-read/core/analysis/camera-module';
import { mergeChannels, splitChannels } from '@second-read/core/pixels/color/channels';
import { gaussianBlur } from '@second-read/core/pixels/filters/gaussian-blur';
import type { RgbImage } from '@second-read/core/pixels/plane';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { camera } from './camera.ts';
import { distanceOf, featuresOf } from './distance.ts';

const samples = new URL('../../../apps/web/public/samples/cervix/', import.meta.url);

/** A gallery picture as the live view is judged; `part`: its middle alone, as from nearer. */
async function frame(name = 'aceto_C10Aceto_2.jpg', part = 1): Promise<RgbImage> {
  const picture = sharp(fileURLToPath(new URL(name, samples)));
  const { width, height } = await picture.metadata();
  const [w, h] = [Math.round(width * part), Math.round(height * part)];
  const { data, info } = await picture
    .extract({ left: Math.floor((width - w) / 2), top: Math.floor((height - h) / 2), width: w, height: h })
    .resize(previewSide, previewSide, { fit: 'inside' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8Array(data) };
}

const each = (image: RgbImage, change: (value: number) => number): RgbImage => ({
  ...image,
  data: image.data.map(change),
});

/** The picture in the middle of a larger one of near darkness, as from further away. */
function farther({ width, height, data }: RgbImage, times: number): RgbImage {
  const out = new Uint8Array(data.length).fill(10);
  for (let i = 0; i < width * height; i++) {
    const x = Math.round(((i % width) - width / 2) * times + width / 2);
    const y = Math.round((Math.floor(i / width) - height / 2) * times + height / 2);
    if (x < 0 || y < 0 || x >= width || y >= height) continue;
    for (let c = 0; c < 3; c++) out[3 * i + c] = data[3 * (y * width + x) + c] ?? 0;
  }
  return { width, height, data: out };
}

describe('the hint on a live view', () => {
  it('is none on a picture that would be read', async () => {
    expect(camera.hintOn(await frame())).toBeNull();
  });

  it('is blur where the picture is out of focus', async () => {
    const { red, green, blue } = splitChannels(await frame());
    const image = mergeChannels(gaussianBlur(red, 9), gaussianBlur(green, 9), gaussianBlur(blue, 9));
    expect(camera.hintOn(image)?.kind).toBe('blurred');
  });

  it('is glare where half of the middle is burnt out', async () => {
    const image = await frame();
    const glaring = { ...image, data: image.data.map((v, i) => ((i / 3) % image.width < 200 ? 255 : v)) };
    expect(camera.hintOn(glaring)?.kind).toBe('glare');
  });

  it('is darkness, and too much light', async () => {
    const image = await frame();
    expect(camera.hintOn(each(image, (v) => v * 0.15))?.kind).toBe('dark');
    expect(camera.hintOn(each(image, (v) => 240 + v / 20))?.kind).toBe('overexposed');
  });

  it('is the distance: too far where the cervix is small, too near where it is cut off', async () => {
    expect(camera.hintOn(farther(await frame(), 2))?.kind).toBe('far');
    expect(camera.hintOn(await frame('aceto_C60Aceto_3.jpg'))?.kind).toBe('near');
  });
});

describe('the estimated distance', () => {
  // From training/cervix/distance.py, whose reduction of the picture differs a little.
  it.each([
    ['aceto_C10Aceto_2.jpg', 1, 0.578, 0.166],
    ['aceto_C10Aceto_2.jpg', 0.4, 0.91, 0.908],
    ['aceto_C53Aceto_3.jpg', 1, 0.911, 0.082],
  ])('of %s, %d of it, is that of the training', async (name, part, share, cut) => {
    const distance = distanceOf(await frame(name, part));
    expect(distance.share).toBeCloseTo(share, 1);
    expect(distance.cut).toBeCloseTo(cut, 1);
  });

  it('reads grey over its spread and the shares of red and green', () => {
    const grey = { width: 16, height: 16, data: new Uint8Array(768).fill(100) };
    const [contrast, red, green] = featuresOf(grey);
    const total = 300 / 255;
    expect(contrast).toBeCloseTo(0);
    expect(red).toBeCloseTo((100 / 255 / (total + 0.05) - 0.4) * 6);
    expect(green).toBeCloseTo((100 / 255 / (total + 0.05) - 0.3) * 6);
  });
});
