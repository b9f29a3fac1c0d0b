import { describe, expect, it } from 'vitest';
import { seenDistance, visions } from './color-vision.fixture.ts';
import { manifests } from './manifests.ts';
import { markedTypes } from './marked-types.ts';

/** Two marks are not taken for each other, nor for what lies below: four times what is just noticeable. */
const apart = 9;
/** A line against the seam on both of its sides. */
const fromSeam = 40;
const seam = '#07090D';
/** Soft tissue of a windowed picture. */
const midGray = '#808080';

/**
 * Both colors are the specification's. Who sees neither red nor green tells these two by their lines and
 * names alone.
 */
const byLineAlone = new Set(['deuteranopia: Mass, Calcification']);

for (const manifest of manifests) {
  const types = markedTypes(manifest);
  const pairs = types.flatMap((one, at) => types.slice(at + 1).map((other) => [one, other] as const));
  describe.each(Object.entries(visions))(`marks of ${manifest.id}, seen with %s`, (name, vision) => {
    it.each(pairs.map(([one, other]) => [one.label, other.label, one.colour, other.colour] as const))(
      'tell %s from %s',
      (label, otherLabel, one, other) => {
        const isApart = seenDistance(one, other, vision) > apart;
        expect(isApart).toBe(!byLineAlone.has(`${name}: ${label}, ${otherLabel}`));
      },
    );

    it.each(types)('show $label on dark, and in its seam on gray', ({ colour }) => {
      expect(seenDistance(colour, seam, vision)).toBeGreaterThan(fromSeam);
      expect(seenDistance(colour, midGray, vision)).toBeGreaterThan(apart);
      expect(seenDistance(seam, midGray, vision)).toBeGreaterThan(fromSeam);
    });
  });
}

it('the simulation leaves gray gray, and takes red and green to one hue', () => {
  for (const vision of Object.values(visions))
    expect(seenDistance('#808080', '#7F7F7F', vision)).toBeLessThan(1);
  expect(seenDistance('#C00000', '#606000', visions.protanopia)).toBeLessThan(
    seenDistance('#C00000', '#606000', visions.ordinary) / 2,
  );
});
