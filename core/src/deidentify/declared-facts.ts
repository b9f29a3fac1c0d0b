import { z } from 'zod';
import { type AcquisitionTexts, acquiredAfter } from '../decode/dicom/acquired-after.ts';
import { namesAgent } from '../decode/dicom/contrast-agent.ts';
import { type AgeTexts, yearsOf } from '../decode/dicom/patient-age.ts';
import type { Study } from '../decode/study.ts';
import { kernelKind, kernelName } from '../exam/stack/kernel.ts';
import { adultFrom } from '../reading/file-facts.ts';
import type { SliceFacts } from '../series/slice-facts.ts';

/** What a reading must know of its file, and de-identification removes. Nothing of it names a person. */
export const declaredFacts = z.strictObject({
  /** Whole years of a patient below 18. */
  ageYears: z.int().min(0).optional(),
  hasContrast: z.literal(true).optional(),
  kernel: kernelName.optional(),
  /** Of its reconstruction, by the names of kernel and series. */
  sharpness: z.enum(['soft', 'sharp']).optional(),
  /** Seconds from the beginning of the study. */
  acquiredAfter: z.number().optional(),
});
export type DeclaredFacts = z.infer<typeof declaredFacts>;

interface DeclaredTexts extends AgeTexts, AcquisitionTexts {
  readonly contrastAgent?: string | undefined;
  readonly kernel?: string | undefined;
  readonly seriesDescription?: string | undefined;
}

/** Undefined where the file says nothing of it. */
export function declaredFactsOf(texts: DeclaredTexts): DeclaredFacts | undefined {
  const years = yearsOf(texts);
  const [name] = texts.kernel?.split('\\') ?? [];
  const kernel = kernelName.safeParse(name);
  const sharpness = kernelKind(name, texts.seriesDescription);
  const after = acquiredAfter(texts);
  const facts: DeclaredFacts = {
    ...(years !== undefined && years < adultFrom && { ageYears: Math.floor(years) }),
    ...(namesAgent(texts.contrastAgent) && { hasContrast: true }),
    ...(kernel.success && { kernel: kernel.data }),
    ...(sharpness && { sharpness }),
    ...(after !== undefined && { acquiredAfter: after }),
  };
  return Object.keys(facts).length > 0 ? facts : undefined;
}

/** The image of a de-identified file with what its original declared. */
export function declaredStudy(study: Study, declared: DeclaredFacts | undefined): Study {
  const { ageYears, hasContrast } = declared ?? {};
  if (ageYears === undefined && !hasContrast) return study;
  const source = {
    ...study.source,
    ...(ageYears !== undefined && { ageYears }),
    ...(hasContrast && { hasContrast }),
  };
  return { ...study, source };
}

/** The head of a de-identified file with the same. */
export function declaredSlice(facts: SliceFacts, declared: DeclaredFacts | undefined): SliceFacts {
  const { kernel, sharpness, hasContrast } = declared ?? {};
  return {
    ...facts,
    kernel: facts.kernel ?? kernel,
    acquiredAfter: facts.acquiredAfter ?? declared?.acquiredAfter,
    sharpness,
    contrast: facts.contrast ?? (hasContrast && 'named by the file'),
  };
}
