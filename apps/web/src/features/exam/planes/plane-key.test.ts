import { describe, expect, it } from 'vitest';
import { keyOfPlane, type PlaneKey, planeOfKey } from './plane-key.ts';

const cut = (mm: number, projection: PlaneKey['slab']['projection']): PlaneKey => ({
  ...{ plane: 'coronal', across: 120 },
  slab: { mm, projection },
});

describe('the key of a plane', () => {
  it('names the slab that is measured on, and leads back to it', () => {
    expect(keyOfPlane(cut(10, 'minimum'))).toBe('coronal 120 10 minimum');
    expect(planeOfKey('coronal 120 10 minimum')).toEqual(cut(10, 'minimum'));
  });

  it('is the same however no slab is projected', () => {
    expect(keyOfPlane(cut(0, 'average'))).toBe(keyOfPlane(cut(0, 'maximum')));
    expect(planeOfKey('coronal 120 0')).toEqual(cut(0, 'maximum'));
  });

  it('is none of a file', () => {
    expect(planeOfKey('slice-12')).toBeNull();
  });
});
