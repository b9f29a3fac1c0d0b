import { describe, expect, it } from 'vitest';
import { untoldViews, viewOfName, withViews } from './untold-views.ts';

describe('side and view of mammograms', () => {
  it('are suggested by the usual names of files, and by nothing else', () => {
    const told = (name: string) => Object.values(viewOfName(name));
    expect(told('R_CC.dcm')).toEqual(['right', 'CC']);
    expect(told('0012-LMLO')).toEqual(['left', 'MLO']);
    expect(told('left mlo 2.dcm')).toEqual(['left', 'MLO']);
    expect(told('MLO.dcm')).toEqual([null, 'MLO']);
    expect(told('account-1.dcm')).toEqual([null, null]);
    expect(told('IM000123')).toEqual([null, null]);
  });

  it('are asked of the files alone that do not say them', () => {
    const shows = [
      { name: 'a', side: 'left', view: 'CC', isViewTold: true },
      { name: 'b', side: 'left', view: null, isViewTold: false },
      { name: 'R_CC', side: null, view: null, isViewTold: true },
    ] as const;
    const asked = untoldViews([...shows.map((each) => ({ shows: each })), {}]);
    expect(asked.map(({ slice, side, view }) => [slice, side, view])).toEqual([
      [2, 'left', null],
      [3, 'right', null],
    ]);
    expect(withViews(undefined, asked)).toEqual({ views: [{ slice: 3, side: 'right', view: null }] });
    expect(withViews({ contrast: false }, asked.slice(0, 1))).toEqual({ contrast: false });
  });
});
