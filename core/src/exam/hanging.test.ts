import { describe, expect, it } from 'vitest';
import { hangingOf } from './hanging.ts';

describe('how a mammogram hangs', () => {
  it('is what its file says', () => {
    const facts = { sideTold: 'right', sideSeen: 'right', view: 'MLO', viewTold: true };
    expect(hangingOf(facts)).toEqual({
      ...{ side: 'right', isSideTold: true, view: 'MLO', isViewTold: true, isMirrored: false },
    });
  });

  it('is told from the picture where the file says nothing, and says so', () => {
    expect(hangingOf({ sideTold: null, sideSeen: 'left', view: 'CC', viewTold: false })).toEqual({
      ...{ side: 'left', isSideTold: false, view: 'CC', isViewTold: false, isMirrored: false },
    });
  });

  it('is mirrored where the chest wall lies at the border of the other breast', () => {
    expect(hangingOf({ sideTold: 'left', sideSeen: 'right', view: 'CC' })?.isMirrored).toBe(true);
  });

  it('is unknown of what is no mammogram', () => {
    expect(hangingOf({ hasBlood: true })).toBeUndefined();
  });
});
