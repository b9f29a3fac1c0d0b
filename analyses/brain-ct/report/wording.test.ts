import { noHeader } from '@second-read/core/report/document';
import { inOrder, sentencesOf } from '@second-read/core/report/sentences';
import { wordingFaults } from '@second-read/core/report/wording.test-support';
import { describe, expect, it } from 'vitest';
import { generator, invented } from '../engine/findings/invented.test-support.ts';
import { readingOf } from '../engine/findings/invented-reading.test-support.ts';
import type { MeasuredNumbers } from '../engine/measure/measurements.test-support.ts';
import recorded from '../fixtures/measured-numbers.json' with { type: 'json' };
import { report } from '../report.ts';

const documentOf = (numbers: MeasuredNumbers) => report.toDocument(readingOf(numbers), noHeader);

const faultsOf = (all: readonly MeasuredNumbers[]) => [
  ...new Set(all.flatMap((numbers) => wordingFaults(documentOf(numbers)))),
];

describe('a brain report keeps the rules of wording', () => {
  it('over 1,000 readings with measures over their whole ranges', () => {
    const random = generator(22);
    expect(faultsOf(Array.from({ length: 1000 }, () => invented(random)))).toEqual([]);
  });

  it('over what the engine measured on slices of six sources', () => {
    expect(faultsOf(recorded as MeasuredNumbers[])).toEqual([]);
  });

  it('opens with its conclusion and ends with technique and limits', () => {
    const [numbers] = recorded as MeasuredNumbers[];
    if (!numbers) throw new Error('nothing recorded');
    const sentences = sentencesOf(documentOf(numbers).diagnosis?.text ?? '');
    const { findings, notAssessed, technique } = inOrder(sentences);
    expect([...findings, ...notAssessed, ...technique]).toEqual(sentences);
    expect(sentences[0]).toMatch(/hemorrhage|conclusion/i);
    expect(technique).toHaveLength(2);
  });
});
