import type { SliceLevel } from '../../reading/codes.ts';
import type { MeasuredNumbers } from '../measure/measurements.test-support.ts';

/** The same numbers in every run, 0 to 1 (mulberry32). */
export function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const levels: readonly SliceLevel[] = [
  'face',
  'posterior fossa',
  'basal cisterns',
  'lateral ventricles',
  'convexity',
];

/** Over the whole range of each measure, the ends and `null` included. */
export function invented(random: () => number): MeasuredNumbers {
  const or = (part: number, value: number): number => (random() < part ? 0 : value);
  const place = (max: number) => ({
    share: or(0.4, max * random()),
    onRight: Math.round(4 * random()) / 4,
  });
  const measured = random() < 0.9;
  return {
    level: levels[Math.floor(levels.length * random())] ?? 'face',
    probability: or(0.02, random()),
    types: [random(), random(), random(), random(), random()],
    bleeding: place(0.3),
    shift: measured ? or(0.2, 0.3 * (random() - 0.5)) : null,
    evansIndex: random() < 0.2 ? null : 0.08 + 0.45 * random(),
    csf: measured
      ? {
          all: 0.3 * random(),
          central: or(0.1, 0.12 * random()),
          right: or(0.2, 0.12 * random()),
          left: or(0.2, 0.12 * random()),
        }
      : null,
    hypodense: { ...place(0.2), difference: -5 - 15 * random() },
    mmPerPixel: random() < 0.5 ? null : 0.4 + random(),
    unlike: random() < 0.8 ? [] : ['a very wide window'],
  };
}
