import { existsSync, readFileSync } from 'node:fs';
import { greyStudy } from '../../analyses/study.test-support.ts';
import type { Study } from '../../core/src/decode/study.ts';
import { applyWindow, type GreyRange } from '../../core/src/pixels/color/apply-window.ts';

/** A study as published and, where it holds Hounsfield units, as an 8-bit picture in each window. */
export function shownAs(study: Study, windows: Readonly<Record<string, GreyRange>>): [string, Study][] {
  if (study.quantity !== 'hounsfield') return [['as published', study]];
  const rendered = Object.entries(windows).map(([name, window]): [string, Study] => {
    const grey = applyWindow(study.grey, window);
    return [name, greyStudy({ ...grey, data: Float32Array.from(grey.data) })];
  });
  return [['as published', study], ...rendered];
}

/** The files of a set that are here: the first column of its labels.csv. */
export function filesOf(set: string): string[] {
  return readFileSync(`${set}/labels.csv`, 'utf8')
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((row) => row.split(',')[0] ?? '')
    .filter((file) => existsSync(`${set}/${file}`));
}
