import { expect, it, vi } from 'vitest';
import { readoutOf } from './readout.ts';
import type { GreyPicture, GreySamples } from './source/picture.ts';

vi.stubGlobal('devicePixelRatio', 1);

const picture = (samples: GreySamples, unit: GreyPicture['unit'] = ''): GreyPicture => ({
  ...{ kind: 'grey', unit, id: 'p', width: 2, height: 1, samples },
  window: { centre: 0, width: 1 },
});
const readout = (of: GreyPicture, centre: number, width: number) =>
  readoutOf({ matrix: [1, 0, 0, 1, 0, 0], zoom: 1, window: { centre, width }, letters: null }, of);

it('the window is written in the values of the image, or as shares where they take all of 16 bits', () => {
  expect(readout(picture(Int16Array.of(0, 3), 'HU'), 40, 80)).toBe('2 × 1 px · 100 % · W 80 L 40 HU');
  expect(readout(picture(Uint8Array.of(0, 3)), 127.5, 255)).toBe('2 × 1 px · 100 % · W 255 L 128');
  expect(readout(picture(Uint16Array.of(0, 65_535)), 32_767.5, 65_535)).toBe(
    '2 × 1 px · 100 % · W 100 % L 50 %',
  );
});
