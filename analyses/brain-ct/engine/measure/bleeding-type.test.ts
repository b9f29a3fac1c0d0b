import { type Mask, mask } from '@second-read/core/pixels/plane';
import { describe, expect, it } from 'vitest';
import { bleedingTypeOf } from './bleeding-type.ts';

const side = 200;
const where = (inside: (x: number, y: number) => boolean): Mask => {
  const out = mask(side, side);
  for (let i = 0; i < out.data.length; i++) out.data[i] = inside(i % side, Math.floor(i / side)) ? 1 : 0;
  return out;
};
const disc = (cx: number, cy: number, radius: number) =>
  where((x, y) => Math.hypot(x - cx, y - cy) <= radius);
const intracranial = disc(100, 100, 90);
const ventricles = disc(100, 100, 12);
const read = (region: Mask, scores: Partial<Record<'edh' | 'sdh' | 'sah' | 'iph' | 'ivh', number>>) =>
  bleedingTypeOf(
    { edh: 0, sdh: 0, sah: 0, iph: 0.1, ivh: 0, ...scores },
    { region, intracranial, ventricles },
  );

describe('the type of a bleeding', () => {
  it('is not extra-axial deep within the brain, whatever the network says', () => {
    expect(read(disc(60, 100, 14), { edh: 0.4, sdh: 0.3 })).toBe('iph');
  });

  it('follows the largest part, not specks along the skull', () => {
    const specks = where((x, y) => Math.abs(Math.hypot(x - 100, y - 100) - 87) < 2 && x < 22);
    const deep = disc(60, 100, 14);
    const region = { ...specks, data: specks.data.map((value, i) => value | (deep.data[i] ?? 0)) };
    expect(read(region, { ivh: 0.15 })).toBe('iph');
  });

  it('is intraventricular where it borders on CSF, elsewhere only where the network is twice as sure', () => {
    expect(read(disc(60, 100, 14), { ivh: 0.15 })).toBe('iph');
    expect(read(disc(82, 100, 8), { ivh: 0.15 })).toBe('ivh');
    expect(read(disc(60, 100, 14), { ivh: 0.4 })).toBe('ivh');
  });

  it('is intraventricular where a little blood lies along the CSF of a ventricle, whatever the network says', () => {
    const settled = where((x, y) => Math.hypot(x - 100, y - 100) > 12 && Math.hypot(x - 100, y - 100) < 18);
    expect(read(settled, { iph: 0.3, ivh: 0.05 })).toBe('ivh');
    expect(read(disc(70, 100, 22), { iph: 0.3, ivh: 0.05 })).toBe('iph');
  });

  it('is left open between epidural and subdural as a thin crescent that the network calls epidural', () => {
    const crescent = where(
      (x, y) => x < 60 && Math.hypot(x - 100, y - 100) <= 90 && Math.hypot(x - 108, y - 100) > 90,
    );
    const lens = where((x, y) => Math.hypot(x - 100, y - 100) <= 90 && Math.hypot(x + 5, y - 100) < 45);
    expect(read(crescent, { edh: 0.4 })).toBeNull();
    expect(read(crescent, { sdh: 0.4 })).toBe('sdh');
    expect(read(lens, { edh: 0.4 })).toBe('edh');
  });

  it('is what the network says where nothing is outlined', () => {
    expect(read(mask(side, side), { edh: 0.4 })).toBe('edh');
  });
});
