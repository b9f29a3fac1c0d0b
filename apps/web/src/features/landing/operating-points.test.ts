import { expect, it } from 'vitest';
import { operatingPoints } from './measured-points.fixture.ts';

/** After an evaluation: `npx vitest run apps/web/src/features/landing -u` writes the file again. */
it('the figures of the landing page are those that the evaluations wrote', async () => {
  const points = operatingPoints();
  expect(points).toHaveLength(4);
  await expect(`${JSON.stringify(points, null, 2)}\n`).toMatchFileSnapshot('./operating-points.json');
});
