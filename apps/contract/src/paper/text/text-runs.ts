import bidiFactory from 'bidi-js';
import { type FontStyle, fontOf } from './fonts.ts';

const bidi = bidiFactory();

/** Characters of one font, in the order in which they stand on paper from left to right. */
export interface TextRun {
  readonly font: string;
  readonly text: string;
}

/** Whether a paragraph reads from right to left, by its first strong character. */
export function isRightToLeft(text: string): boolean {
  return bidi.getEmbeddingLevels(text).paragraphs[0]?.level === 1;
}

/** One line of shaped text in visual order (Unicode bidirectional algorithm), cut where the font changes. */
export function visualRuns(line: string, style: FontStyle, rightToLeft: boolean): TextRun[] {
  const runs: TextRun[] = [];
  for (const character of visualOrder(line, rightToLeft)) {
    const font = fontOf(character, style);
    const last = runs.at(-1);
    if (last && last.font === font && !formsFalseLigature(last.text, character)) {
      runs[runs.length - 1] = { font, text: last.text + character };
    } else {
      runs.push({ font, text: character });
    }
  }
  return runs;
}

function visualOrder(line: string, rightToLeft: boolean): string[] {
  const levels = bidi.getEmbeddingLevels(line, rightToLeft ? 'rtl' : 'ltr');
  const mirrored = bidi.getMirroredCharactersMap(line, levels.levels);
  const order = bidi.getReorderedIndices(line, levels);
  const units = order.map((index) => mirrored.get(index) ?? line[index] ?? '');
  return joinSurrogates(units);
}

/** Reordering works on UTF-16 units: a pair that was turned round is put right again. */
function joinSurrogates(units: readonly string[]): string[] {
  const characters: string[] = [];
  for (let index = 0; index < units.length; index += 1) {
    const unit = units[index] ?? '';
    const next = units[index + 1] ?? '';
    if (/^[\ud800-\udbff]$/.test(unit) && /^[\udc00-\udfff]$/.test(next)) characters.push(unit + next);
    else if (/^[\udc00-\udfff]$/.test(unit) && /^[\ud800-\udbff]$/.test(next)) characters.push(next + unit);
    else {
      characters.push(unit);
      continue;
    }
    index += 1;
  }
  return characters;
}

/**
 * jsPDF replaces a lam form followed by an alef form with a ligature in whatever it draws. In visual order
 * that pair means alef before lam, which is no ligature: drawing them apart keeps both letters.
 */
function formsFalseLigature(before: string, character: string): boolean {
  return /[\ufedd-\ufee0]$/.test(before) && /[\ufe81-\ufe8e]/.test(character);
}
