import { expect, it } from 'vitest';
import type { RgbImage } from '../pixels/plane.ts';
import { redrawFigure, redrawSegmented } from './redraw-views.ts';

const colours: Readonly<Record<string, readonly number[]>> = {
  '.': [0, 0, 0],
  t: [100, 100, 100],
  m: [255, 0, 0],
  y: [240, 228, 66],
};

/** One letter per pixel, rows apart by a space. */
function picture(rows: string): RgbImage {
  const lines = rows.split(' ');
  const data = Uint8Array.from(lines.join('').split(''), (letter) => letter.charCodeAt(0));
  const [width, height] = [lines[0]?.length ?? 0, lines.length];
  return {
    width,
    height,
    data: Uint8Array.from([...data].flatMap((c) => colours[String.fromCharCode(c)] ?? [])),
  };
}

function letters({ width, height, data }: RgbImage): string {
  const at = (i: number) =>
    Object.keys(colours).find((key) => colours[key]?.every((value, c) => data[3 * i + c] === value)) ?? '?';
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => at(y * width + x)).join(''),
  ).join(' ');
}

const labels = (rows: string) => {
  const lines = rows.split(' ');
  return {
    width: lines[0]?.length ?? 0,
    height: lines.length,
    data: Uint8Array.from(lines.join(''), Number),
  };
};
const name = { value: '1', scheme: 'SRT', meaning: 'mass' };
const version = {
  coding: { segments: { 2: { finding: 'mass', label: 'mass', property: name, category: name } } } as never,
  findingTypes: [{ id: 'mass', colour: '#ff0000' }],
  machine: labels('0110 0210 0110'),
};

it('paints the marks of a version in the colors and at the size of the picture that the engine drew', () => {
  const drawn = picture('..tttt.. ..mmtt.. ..tttt..');
  const without = { ...version, labels: labels('0110 0110 0110') };
  expect(letters(redrawSegmented(drawn, without))).toBe('..tttt.. ..tttt.. ..tttt..');
  const moved = { ...version, labels: labels('0110 0110 0112') };
  expect(letters(redrawSegmented(drawn, moved))).toBe('..tttt.. ..tttt.. ..ttttmm');
});

it('takes outlines off a figure and keeps its other lines', () => {
  const [drawn, original] = [picture('yttt yttt ymmt'), picture('tttt tttt tttt')];
  const machine = labels('0000 0000 0220');
  const gone = { ...version, machine, labels: labels('0000 0000 0000') };
  expect(letters(redrawFigure(drawn, original, gone))).toBe('yttt yttt yttt');
  const same = { ...version, machine, labels: machine };
  expect(letters(redrawFigure(drawn, original, same))).toBe('yttt yttt ymmt');
});

it('outlines in a figure what a reader drew', () => {
  const flat = (letter: string) => picture(Array.from({ length: 9 }, () => letter.repeat(9)).join(' '));
  const machine = labels(Array.from({ length: 9 }, () => '000000000').join(' '));
  const square = labels(
    Array.from({ length: 9 }, (_, y) => (y < 2 || y > 6 ? '000000000' : '002222200')).join(' '),
  );
  const shown = letters(redrawFigure(flat('t'), flat('t'), { ...version, machine, labels: square })).split(
    ' ',
  );
  expect(shown[2]).toContain('mmmmm');
  expect([shown[4]?.[2], shown[4]?.[4], shown[4]?.[6]]).toEqual(['m', 't', 'm']);
});
