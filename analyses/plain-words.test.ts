import { noHeader, type ReportDocument } from '@second-read/core/report/document';
import { type PlainWords, plainSummary } from '@second-read/core/report/plain-words';
import { sentencesOf } from '@second-read/core/report/sentences';
import { describe, expect, it } from 'vitest';
import { modules } from './catalogue.ts';

const empty: ReportDocument = {
  ...{ module: 'breast', title: '', header: noHeader, images: [], findings: [] },
  ...{ disclaimer: '', notice: '', fileName: '' },
};

/** With everything marked that the module can name. */
function everything({ found }: PlainWords): ReportDocument {
  const rows = Object.keys(found).map((label) => [label, 'In any words', '', true] as const);
  return { ...empty, table: { head: ['Finding', 'Observation'], rows } };
}

/** Vowel groups, at least one; a silent e at the end is none. */
function syllables(word: string): number {
  const groups = word
    .toLowerCase()
    .replace(/e$/, '')
    .match(/[aeiouy]+/g);
  return Math.max(1, groups?.length ?? 0);
}

/** School years that a text asks for (Kincaid et al., Naval Training Command, 1975). */
function schoolYears(sentences: readonly string[]): number {
  const words = sentences.flatMap((sentence) => sentence.match(/\p{L}+/gu) ?? []);
  const spoken = words.reduce((sum, word) => sum + syllables(word), 0);
  return 0.39 * (words.length / sentences.length) + 11.8 * (spoken / words.length) - 15.59;
}

describe.each(modules.map(({ manifest: { id }, report }) => [id, report.plainWords] as const))(
  'what %s says to a patient',
  (_, words) => {
    if (!words) throw new Error('says nothing');

    it('asks for at most six years of school, and no sentence is longer than 25 words', () => {
      // The list of everything at once is no sentence that a report has.
      const sentences = plainSummary(
        everything({ ...words, found: Object.fromEntries(Object.entries(words.found).slice(0, 2)) }),
        words,
        true,
      ).flatMap(sentencesOf);
      expect(schoolYears(sentences)).toBeLessThanOrEqual(6);
      for (const sentence of sentences) expect(sentence.split(' ').length).toBeLessThanOrEqual(25);
    });

    it('names what was marked, and never that nothing is wrong', () => {
      const [first = ''] = Object.values(words.found);
      expect(plainSummary(everything(words), words, false).join(' ')).toContain(first);
      expect(plainSummary(empty, words, false)).toContain(
        'It marked nothing. That does not prove that you are healthy.',
      );
    });

    it('says whether a doctor has signed', () => {
      expect(plainSummary(empty, words, false)).toContain('No doctor has signed this report yet.');
      const signed = { ...empty, isSigned: true as const };
      expect(plainSummary(signed, words, false)).toContain('A doctor has checked and signed this report.');
    });
  },
);
