import type { FileFacts } from '../reading/file-facts.ts';
import type { SeenSlice } from './exam-slice.ts';
import { mostFrequent } from './facts.ts';
import type { StackFacts } from './stack/stack.ts';

/** What the files of an exam say, as far as all of them say it; undefined where none was asked. */
export function examFile(slices: readonly Pick<SeenSlice, 'reading'>[]): FileFacts | undefined {
  const files = slices.flatMap(({ reading }) => reading?.input.file ?? []);
  if (files.length === 0) return undefined;
  const bodyPart = mostFrequent(files.flatMap((file) => file.bodyPart ?? []));
  const ageYears = files.find((file) => file.ageYears !== undefined)?.ageYears;
  const areSided = files.length === slices.length && files.every(({ sides }) => sides === 'file');
  return {
    sides: areSided ? 'file' : 'assumed',
    isDeclared: files.every((file) => file.isDeclared),
    ...(bodyPart !== null && { bodyPart }),
    ...(files.some(({ hasContrast }) => hasContrast) && { hasContrast: true }),
    ...(ageYears !== undefined && { ageYears }),
  };
}

/** With the contrast medium that the heads of the series name: files that were cleaned name none. */
export function withContrast(
  file: FileFacts | undefined,
  { contrast }: Pick<StackFacts, 'contrast'>,
): FileFacts | undefined {
  if (contrast === undefined) return file;
  return { ...(file ?? { sides: 'assumed', isDeclared: true }), hasContrast: true };
}
