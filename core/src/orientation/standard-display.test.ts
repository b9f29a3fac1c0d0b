import { describe, expect, it } from 'vitest';
import {
  directionsOfCosines,
  directionsOfLetters,
  type ImageDirections,
  lettersOf,
} from '../decode/directions.ts';
import { inverseTurn, turns } from '../pixels/sampling/turn.ts';
import { type DisplayKind, standingOf } from './standard-display.ts';
import { turnedDirections } from './turned-directions.ts';

const source = { format: 'dicom', frames: 1, frame: 0 } as const;

function standing(directions: ImageDirections | undefined, kind: DisplayKind, laterality?: 'L' | 'R') {
  return standingOf(
    { source: { ...source, ...(directions && { directions }), ...(laterality && { laterality }) } },
    kind,
  );
}

const degrees = Math.PI / 180;
const tilted = (angle: number) => [1, 0, 0, 0, Math.cos(angle * degrees), -Math.sin(angle * degrees)];
const letters = ({ row, column }: ImageDirections) => `${lettersOf(row)}\\${lettersOf(column)}`;

describe('directions of a file', () => {
  it('are cosines at right angles, or letters', () => {
    expect(directionsOfCosines([1, 0, 0, 0, 1, 0])).toEqual({ row: [1, 0, 0], column: [0, 1, 0] });
    expect(directionsOfLetters(['A', 'FR'])).toMatchObject({ row: [0, -1, 0] });
    for (const cosines of [[], [1, 0, 0, 1, 0, 0], [0, 0, 0, 0, 0, 0], [1, 0, 0, 0, 1]])
      expect(directionsOfCosines(cosines)).toBeUndefined();
    for (const values of [['CC'], ['MLO', 'CC'], ['A'], ['A', 'P'], ['', '']])
      expect(directionsOfLetters(values)).toBeUndefined();
  });

  it('are lettered, a lean after the main direction', () => {
    expect(letters({ row: [-1, 0, 0], column: [0, -1, 0] })).toBe('R\\A');
    expect(lettersOf([0, 0.9, -0.4])).toBe('PF');
  });
});

describe('the standard display', () => {
  it('of an axial slice has the right of the patient on the left and the front up, however it is stored', () => {
    const upright = { row: [1, 0, 0], column: [0, 1, 0] } as const;
    for (const turn of turns) {
      const found = standing(turnedDirections(upright, turn), 'axial');
      expect(found).toEqual({ by: 'file', turn: inverseTurn(turn), alike: 1, sum: 2 });
    }
  });

  it.each([
    ['a tilted gantry', tilted(30), 'file'],
    ['a coronal image', [1, 0, 0, 0, 0, -1], 'coronal'],
    ['a sagittal image', [0, 1, 0, 0, 0, -1], 'sagittal'],
    ['an oblique image', tilted(45), 'oblique'],
    ['rows across the axes of the body', [0.8, 0.6, 0, -0.6, 0.8, 0], 'oblique'],
  ])('knows %s', (_, cosines, plane) => {
    const found = standing(directionsOfCosines(cosines), 'axial');
    expect(found.by === 'refused' ? found.plane : found.by).toBe(plane);
  });

  it.each([
    ['L', 'A\\R'],
    ['R', 'P\\L'],
    ['L', 'A\\FR'],
    ['R', 'P\\FL'],
  ] as const)('of a mammogram of side %s is %s, however it is stored', (side, stored) => {
    const upright = directionsOfLetters(stored.split('\\'));
    if (!upright) throw new Error(stored);
    for (const turn of turns) {
      const turnedOne = turnedDirections(upright, turn);
      const found = standing(turnedOne, 'mammogram', side);
      if (found.by !== 'file') throw new Error(found.by);
      expect(letters(turnedDirections(turnedOne, found.turn))).toBe(letters(upright));
    }
  });

  it('is assumed where the file is silent, and of a CC view of an unknown side', () => {
    expect(standing(undefined, 'axial').by).toBe('assumption');
    expect(standing(directionsOfLetters(['A', 'R']), 'mammogram').by).toBe('assumption');
    expect(standing(directionsOfLetters(['L', 'F']), 'mammogram', 'L').by).toBe('assumption');
  });
});
