import { z } from 'zod';
import type { SourceFacts, Study } from '../decode/study.ts';

/** What a report must know of what its file says; each row has its sentence in `fileSentences`. */
export const fileFacts = z.strictObject({
  /** `assumed`: no direction in the file, so that sides are those of the standard display. */
  sides: z.enum(['file', 'assumed']),
  /** Whether the file declares what made the image; a secondary capture does not. */
  isDeclared: z.boolean(),
  /** Body Part Examined. */
  bodyPart: z.string().optional(),
  hasContrast: z.literal(true).optional(),
  /** Of a patient below 18. */
  ageYears: z.number().min(0).optional(),
});

export type FileFacts = z.infer<typeof fileFacts>;

/** Modalities that say nothing of what made the image. */
const undeclared = new Set(['OT', 'SC']);

export function isDeclared({ modality }: Pick<SourceFacts, 'modality'>): boolean {
  return modality !== undefined && !undeclared.has(modality);
}

export const adultFrom = 18;

export function fileFactsOf({ source }: Pick<Study, 'source'>): FileFacts {
  const { directions, bodyPart, hasContrast, ageYears } = source;
  return {
    sides: directions === undefined ? 'assumed' : 'file',
    isDeclared: isDeclared(source),
    ...(bodyPart !== undefined && { bodyPart }),
    ...(hasContrast && { hasContrast }),
    ...(ageYears !== undefined && ageYears < adultFrom && { ageYears }),
  };
}

/** "side assumes standard display" unless the file gives directions; also of readings that do not know. */
export function sideWords(file: Pick<FileFacts, 'sides'> | undefined): string {
  return file?.sides === 'file' ? 'sides by the orientation in the file' : 'side assumes standard display';
}

/** The module's words for what files say. */
export interface FileWords {
  /** "a chest CT" */
  readonly readAs: string;
  /** Values of Body Part Examined that are, or contain, what the module reads. */
  readonly bodyParts: readonly string[];
  /** What contrast medium means for the reading; null where nothing. */
  readonly contrast: string | null;
}

/** What the file says, or does not say, and what it means for the reading: one sentence each. */
export function fileSentences(file: FileFacts | undefined, words: FileWords): string[] {
  if (file === undefined) return [];
  const { bodyPart, ageYears } = file;
  const isElsewhere = bodyPart !== undefined && !words.bodyParts.includes(bodyPart.toUpperCase());
  return [
    ...(file.isDeclared ? [] : ['The file declares no modality: accepted by its appearance alone.']),
    ...(isElsewhere
      ? [`Body part by the file: ${bodyPart}. Read as ${words.readAs}; other organs are not assessed.`]
      : []),
    ...(file.hasContrast && words.contrast !== null ? [words.contrast] : []),
    ...(ageYears === undefined ? [] : [ageSentence(ageYears)]),
  ];
}

export function ageSentence(years: number): string {
  const age = years < 1 ? 'less than a year' : years < 2 ? '1 year' : `${Math.floor(years)} years`;
  return `Patient aged ${age}: the reading was measured on adults, and its limits are those of adults.`;
}
