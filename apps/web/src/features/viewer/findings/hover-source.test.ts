// @vitest-environment jsdom
import { manifestOf } from '@second-read/analyses/manifests';
import { markedTypes } from '@second-read/analyses/marked-types';
import { describe, expect, it, vi } from 'vitest';
import { findingAt } from '../../../stage/source/layer-picture.ts';
import { findingMarks } from './finding-marks.ts';
import { hoverSource } from './hover-source.ts';
import type { FindingsDisplay } from './use-findings-display.ts';

vi.mock('../../../stage/source/layer-picture.ts', () => ({ findingAt: vi.fn() }));
const colors = vi.mocked(findingAt);

const manifest = manifestOf('cervix');
/** Twice as large as the label map: cervix, then lesion. */
const segmented = { canvas: document.createElement('canvas'), width: 4, height: 2 };
const found = findingMarks({ width: 2, height: 1, data: Uint8Array.of(1, 2) }, markedTypes(manifest));
const displayOf = (state: FindingsDisplay['state'], ...shown: string[]) =>
  ({ state, shown: new Set(shown) }) as unknown as FindingsDisplay;

const at = (display: FindingsDisplay, layer: typeof segmented | null, x: number) =>
  hoverSource({ manifest, findings: [], segmented: layer, display })?.typeAt({ x, y: 0 })?.id ?? null;

describe('what lies under the pointer', () => {
  it('is told by the label map, scaled to the segmented picture', () => {
    colors.mockReturnValue(null);
    const ready = displayOf({ status: 'ready', found });
    expect([at(ready, segmented, 1), at(ready, segmented, 3)]).toEqual(['cervical tissue', 'lesion']);
  });

  it('is told by its color where the label map does not hold its type', () => {
    colors.mockImplementation((_, __, types) => types.find(({ id }) => id === 'abnormality') ?? null);
    expect(at(displayOf({ status: 'ready', found }), segmented, 3)).toBe('abnormality');
    expect(colors.mock.lastCall?.[2].map(({ id }) => id)).toEqual(['abnormality']);
  });

  it('is told by colors alone where a result has no label map', () => {
    colors.mockImplementation((_, __, types) => types.find(({ id }) => id === 'lesion') ?? null);
    expect(at(displayOf({ status: 'absent' }), segmented, 0)).toBe('lesion');
  });

  it('is only what is drawn while the picture itself is seen', () => {
    const ready = displayOf({ status: 'ready', found }, 'lesion');
    expect([at(ready, null, 0), at(ready, null, 1)]).toEqual([null, 'lesion']);
  });
});
