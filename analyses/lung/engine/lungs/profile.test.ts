import { expect, it } from 'vitest';
import { lungProfile } from './profile.ts';

it('the profile of the lungs tells a digit for each of 16 by 16 fields', () => {
  const mask = (isLung: (x: number, y: number) => boolean) => ({
    width: 160,
    height: 160,
    data: Uint8Array.from({ length: 160 * 160 }, (_, i) => Number(isLung(i % 160, Math.floor(i / 160)))),
  });
  const left = mask((x, y) => x >= 10 && x < 20 && y < 10);
  const right = mask((x, y) => x >= 155 && y >= 150);
  const profile = lungProfile({ left, right });
  expect(profile).toHaveLength(256);
  expect([profile[0], profile[1], profile[2], profile[255]]).toEqual(['0', '9', '0', '5']);
});
