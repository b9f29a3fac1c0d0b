import { area } from '@second-read/core/pixels/regions/mask-logic';
import { expect, it } from 'vitest';
import { greyStudy } from '../../../study.test-support.ts';
import { chestPhantom } from '../phantom.test-support.ts';
import { measureLevels } from './levels.ts';
import { withAir } from './with-air.ts';

const plane = chestPhantom();
const levels = measureLevels(plane, 'hounsfield');
const within = (test: (hu: number) => boolean) => ({
  ...plane,
  data: Uint8Array.from(plane.data, (hu) => Number(test(hu))),
});
const nothing = within(() => false);

it('takes tissue without air for no lung', () => {
  const { quantity } = greyStudy(plane, { quantity: 'hounsfield' });
  const given = { plane, quantity, levels };
  const lung = within((hu) => hu === -850);
  expect(withAir({ left: lung, right: nothing, pose: 'upright' }, given).left).toBe(lung);
  const tissue = within((hu) => hu === 40);
  expect(area(withAir({ left: tissue, right: nothing, pose: 'upright' }, given).left)).toBe(0);
});
