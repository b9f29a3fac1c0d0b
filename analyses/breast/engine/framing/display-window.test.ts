import { describe, expect, it } from 'vitest';
import { greyStudy } from '../../../study.test-support.ts';
import { asDisplayed } from './display-window.ts';

const values = { width: 5, height: 1, data: Float32Array.of(0, 900, 1000, 1100, 4000) };

describe('the display window of a file', () => {
  it('cuts values to its bounds', () => {
    const study = greyStudy(values, { window: { centre: 1000, width: 200 } });
    const shown = asDisplayed(study);
    expect(Array.from(shown.grey.data)).toEqual([900, 900, 1000, 1100, 1100]);
  });

  it('is not believed where it would turn half the picture white', () => {
    const study = greyStudy(values, { window: { centre: 100, width: 200 } });
    expect(asDisplayed(study)).toBe(study);
  });

  it('is not needed', () => {
    const study = greyStudy(values);
    expect(asDisplayed(study)).toBe(study);
  });
});
