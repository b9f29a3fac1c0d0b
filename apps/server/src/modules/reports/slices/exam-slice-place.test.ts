import type { StoredOutcome } from '@second-read/core/exam/stored-outcome';
import type { SliceFacts } from '@second-read/core/series/slice-facts';
import { describe, expect, it } from 'vitest';
import { placeOf } from './exam-slice-place.ts';

const facts: SliceFacts = { rows: 4, columns: 4, bitsStored: 12, frames: 1, thicknessMm: 5 };
const placed: SliceFacts = {
  ...facts,
  ...{ position: [1, 2, 3], rowDirection: [1, 0, 0], columnDirection: [0, 1, 0] },
};

function outcome(evidence: Record<string, string | boolean | null>): StoredOutcome {
  return {
    status: 'read',
    width: 4,
    height: 4,
    pixelMm: { x: 0.5, y: 0.5 },
    isHounsfield: true,
    evidence: { marks: [], facts: evidence },
    scores: {},
    candidates: [],
    laterality: null,
    view: null,
  };
}

describe('the place of a slice', () => {
  it('is told from its file', () => {
    expect(placeOf({ outcome: outcome({}), facts: placed, images: null })).toEqual({
      pixel_mm: { x: 0.5, y: 0.5 },
      geometry: { position: [1, 2, 3], row: [1, 0, 0], column: [0, 1, 0], thickness_mm: 5 },
      hanging: null,
    });
  });

  it('is missing where the file does not say', () => {
    expect(placeOf({ outcome: outcome({}), facts, images: null }).geometry).toBeNull();
  });

  it('goes with side and view of a mammogram', () => {
    const said = { sideTold: null, sideSeen: 'right', view: 'MLO', viewTold: true };
    expect(placeOf({ outcome: outcome(said), facts, images: null }).hanging).toEqual({
      ...{ side: 'right', side_told: false, view: 'MLO', view_told: true, mirrored: false },
    });
  });
});
