import { z } from 'zod';
import type { ReadSlice } from '../exam-slice.ts';
import { kernelKind } from '../stack/kernel.ts';
import { seriesChoice } from '../stack/series-choice.ts';
import type { StackFacts } from '../stack/stack.ts';

/** Side and view of a picture as the user says; null where the file or the picture shall tell. */
export const statedView = z.strictObject({
  /** From 1, in the order of the files. */
  slice: z.int().min(1),
  side: z.enum(['left', 'right']).nullable(),
  view: z.enum(['CC', 'MLO']).nullable(),
});
export type StatedView = z.infer<typeof statedView>;

/**
 * What is said of an exam as its files are sent: what the files say before identity is removed from them,
 * and what was asked of the user. Nothing of it names a person.
 */
export const examStatement = z.strictObject({
  series: seriesChoice.optional(),
  /** The files name a contrast medium. */
  contrast: z.boolean().optional(),
  views: z.array(statedView).max(100).optional(),
  /** The report of the same exam from another of its series: this one is read beside it. */
  rereads: z.string().min(1).max(100).optional(),
});
export type ExamStatement = z.infer<typeof examStatement>;

/** What is known of the stack with what was said of it as it was sent. */
export function statedFacts(facts: StackFacts, { series, contrast }: ExamStatement): StackFacts {
  return {
    ...facts,
    kernel: facts.kernel ?? series?.read.kernel ?? undefined,
    sharpness: facts.sharpness ?? kernelKind(series?.read.kernel ?? undefined),
    contrast: facts.contrast ?? (contrast === true ? 'named by the files' : undefined),
    choice: series ?? facts.choice,
  };
}

/** A mammogram as the user says what it shows. */
export function withStatedView(
  read: ReadSlice,
  stated: Pick<StatedView, 'side' | 'view'> | undefined,
): ReadSlice {
  if (stated === undefined || (stated.side === null && stated.view === null)) return read;
  const { side, view } = stated;
  const { facts } = read.evidence;
  const said = {
    ...(side !== null && { sideTold: side }),
    ...(view !== null && { view, viewTold: true }),
    saidByUser: true,
  };
  return { ...read, evidence: { ...read.evidence, facts: { ...facts, ...said } } };
}
