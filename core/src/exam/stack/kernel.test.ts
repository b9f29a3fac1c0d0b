import { expect, it } from 'vitest';
import { kernelKind } from './kernel.ts';

it.each([
  ...['FC21', 'FC30', 'FC52', 'FC13', 'FC81'].map((name, i) => [
    name,
    ['soft', 'sharp', 'sharp', 'soft', 'sharp'][i],
  ]),
  ...['B30f', 'H60s', 'Br40d', 'Bl57', 'J30s'].map((name, i) => [
    name,
    ['soft', 'sharp', 'soft', 'sharp', 'soft'][i],
  ]),
  ...['STANDARD', 'BONEPLUS', 'SOFT', 'LUNG', 'DETAIL'].map((name, i) => [
    name,
    ['soft', 'sharp', 'soft', 'sharp', 'sharp'][i],
  ]),
  ...['UB', 'YA', 'L', 'E', 'B'].map((name, i) => [name, ['soft', 'soft', 'sharp', 'sharp', 'soft'][i]]),
  ...['B_SOFT_B', 'H_SHARP_C', '31'].map((name, i) => [name, ['soft', 'sharp', undefined][i]]),
])('the kernel %s is %s', (name, kind) => {
  expect(kernelKind(name)).toBe(kind);
});

it('is told by the description of its series where its name tells nothing, and else unknown', () => {
  expect(kernelKind('31', 'HEAD BONE 2.5')).toBe('sharp');
  expect(kernelKind(undefined, 'BRAIN')).toBe('soft');
  expect(kernelKind('31', 'AXIAL')).toBeUndefined();
});
