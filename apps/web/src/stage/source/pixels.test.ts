import type { FindingType } from '@second-read/core/analysis/manifest';
import { describe, expect, it } from 'vitest';
import { extentOf, layerTransform, toImagePoint } from '../geometry/stage-matrix.ts';
import { pictureOf } from './decode-picture.ts';
import { clearOtherColours, coloursIn } from './layer-picture.ts';
import { hoverTolerance, matchFinding, meanColour, parseColour } from './match-finding.ts';

const mass: FindingType = { id: 'mass', label: 'Mass', colour: '#2ECC71' };
const axilla: FindingType = { id: 'axilla', label: 'Axilla', colour: '#FF69B4' };
const nearMass: FindingType = { id: 'near', label: 'Near', colour: '#2ECC7B' };

/** `[r, g, b]` pixels as RGBA bytes. */
const rgba = (...pixels: readonly (readonly number[])[]) =>
  Uint8ClampedArray.from(pixels.flatMap(([r = 0, g = 0, b = 0]) => [r, g, b, 255]));

describe('the colors of a segmented picture', () => {
  it('are found once each, transparent pixels left out', () => {
    const data = rgba([46, 204, 113], [46, 204, 113], [255, 105, 180], [46, 204, 113], [9, 9, 9]);
    data[4 * 4 + 3] = 0;
    expect(coloursIn({ data })).toEqual(new Set(['#2ECC71', '#FF69B4']));
  });
});

describe('hovering', () => {
  it('tolerates 20 per channel', () => {
    expect(hoverTolerance).toBe(20);
    expect(matchFinding([46 + 20, 204 - 20, 113 + 20], [mass])).toBe(mass);
    expect(matchFinding([46 + 21, 204, 113], [mass])).toBeNull();
    expect(matchFinding([46, 204, 113 - 21], [mass])).toBeNull();
  });

  it('samples the mean of nine pixels', () => {
    const green = [46, 204, 113];
    const black = [0, 0, 0];
    const inside = rgba(green, green, green, green, green, green, green, green, green);
    const edge = rgba(green, green, black, green, green, black, green, green, black);
    expect(meanColour(inside)).toEqual([46, 204, 113]);
    expect(matchFinding(meanColour(inside), [mass, axilla])).toBe(mass);
    expect(meanColour(edge).map(Math.round)).toEqual([31, 136, 75]);
    expect(matchFinding(meanColour(edge), [mass, axilla])).toBeNull();
  });

  it('takes the nearest of two similar colours', () => {
    expect(matchFinding([46, 204, 114], [nearMass, mass])).toBe(mass);
    expect(matchFinding([46, 204, 122], [nearMass, mass])).toBe(nearMass);
  });

  it('reads colours as written', () => {
    expect(parseColour('#FF69B4')).toEqual([255, 105, 180]);
  });
});

describe('the overlay composed in the browser', () => {
  it('keeps finding colours and clears everything else', () => {
    const pixels = rgba([46, 204, 113], [60, 60, 60], [250, 110, 175], [0, 0, 0]);
    clearOtherColours(pixels, [parseColour(mass.colour), parseColour(axilla.colour)]);
    expect([pixels[3], pixels[7], pixels[11], pixels[15]]).toEqual([255, 0, 255, 0]);
  });
});

describe('where the picture stands', () => {
  it('knows the box about a picture on its side', () => {
    expect(extentOf([2, 0, 0, 2, 100, 50], { width: 10, height: 20 })).toEqual({
      left: 100,
      top: 50,
      width: 20,
      height: 40,
    });
    expect(extentOf([0, 2, -2, 0, 100, 50], { width: 10, height: 20 })).toEqual({
      left: 60,
      top: 50,
      width: 40,
      height: 20,
    });
  });

  it('maps a point of the stage back to the image', () => {
    const matrix = [2, 0, 0, 2, 100, 50] as const;
    expect(toImagePoint(matrix, { x: 120, y: 70 })).toEqual({ x: 10, y: 10 });
  });

  it('follows a turned and mirrored picture', () => {
    const turned = [0, 2, -2, 0, 100, 50] as const;
    expect(toImagePoint(turned, { x: 100 - 2 * 7, y: 50 + 2 * 3 })).toEqual({ x: 3, y: 7 });
  });

  it('lays a layer of half the size over the same picture', () => {
    const transform = layerTransform(
      [2, 0, 0, 2, 100, 50],
      { width: 40, height: 20 },
      { width: 20, height: 10 },
    );
    expect(transform).toBe('matrix(4,0,0,4,100,50)');
  });
});

describe('decoding', () => {
  it('keeps one sample per pixel of a grey picture', () => {
    const picture = pictureOf({ width: 2, height: 1, data: rgba([7, 7, 7], [250, 250, 250]) });
    expect(picture).toMatchObject({ kind: 'grey', width: 2, height: 1 });
    expect([...picture.samples]).toEqual([7, 250]);
  });

  it('keeps three of a coloured one', () => {
    const picture = pictureOf({ width: 1, height: 1, data: rgba([7, 8, 9]) });
    expect(picture.kind).toBe('colour');
    expect([...picture.samples]).toEqual([7, 8, 9]);
  });
});
