import { describe, expect, it } from 'vitest';
import { greyStudy } from '../../../study.test-support.ts';
import { headPhantom } from '../phantom.test-support.ts';
import { displayed } from './display.ts';

/** The phantom in a brain window that shows white as `white` of 255, with white letters in a corner. */
function printed(white: number) {
  const { grey } = headPhantom();
  const data = grey.data.map((hu, i) =>
    i % 400 < 90 && i < 400 * 16 ? 255 : Math.round(Math.min(Math.max((hu + 20) / 120, 0), 1) * white),
  );
  return displayed(greyStudy({ ...grey, data })).data;
}
const [bone, brain] = [200 * 400 + 65, 100 * 400 + 230];

describe('a picture of a head', () => {
  it.each([255, 240, 215])('shows bone white where it is %s of 255 beside white letters', (white) => {
    const shown = printed(white);
    expect(shown[bone]).toBe(1);
    expect(shown[brain]).toBeCloseTo(printed(255)[brain] ?? 0, 1);
  });
});
