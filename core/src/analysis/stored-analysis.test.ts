import { expect, it } from 'vitest';
import type { Analysis } from '../reading/analysis.ts';
import { storedAnalysis } from './stored-analysis.ts';

const plane = { width: 4, height: 2, data: new Uint8Array(8) };
const analysis = {
  ...{ reading: { findings: [] }, candidates: [], labels: plane, views: {}, scores: {} },
  evidence: { marks: [], facts: {}, landmarks: { left: { x: 4, y: 0.5 } } },
} as unknown as Analysis;
const size = { width: 4, height: 2 };
const turn = (isTransposed: boolean, isMirrored: boolean, isUpsideDown: boolean) => ({
  ...{ isTransposed, isMirrored, isUpsideDown },
});

it.each([
  ['mirrored', turn(false, true, false), size, { x: 0, y: 0.5 }],
  ['upside down', turn(false, false, true), size, { x: 4, y: 1.5 }],
  ['transposed', turn(true, false, false), { width: 2, height: 4 }, { x: 0.5, y: 4 }],
])('landmarks of an image that is stored %s are places in it', (_, way, stored, place) => {
  const { evidence } = storedAnalysis(analysis, { turn: way, stored, read: size });
  expect(evidence?.landmarks).toEqual({ left: place });
});
