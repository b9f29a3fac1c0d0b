import type { Palette } from '@second-read/core/pixels/color/palette';
import { describe, expect, it } from 'vitest';
import { palette as breast } from './breast/engine/findings/views.ts';
import { palette as cervix } from './cervix/engine/findings/views.ts';
import { palette as lung } from './lung/engine/findings/views.ts';
import { manifestOf } from './manifests.ts';

const background = '0';

function coloursOf(palette: Palette): string[] {
  const drawn = Object.entries(palette).filter(([number]) => number !== background);
  return drawn.map(([, colour]) => colour).sort();
}

describe('the color key of a module', () => {
  it.each([
    ['breast', breast],
    ['lung', lung],
    ['cervix', cervix],
  ] as const)('names every color that the segmented picture of %s can have, and no other', (id, palette) => {
    expect(
      manifestOf(id)
        .colourKey.map(({ colour }) => colour)
        .sort(),
    ).toEqual(coloursOf(palette));
  });
});
