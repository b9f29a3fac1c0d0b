import type { SourceFacts } from '../decode/study.ts';
import { isDeclared } from '../reading/file-facts.ts';
import { modalityWords } from '../reading/modality-words.ts';
import type { ModuleManifest } from './manifest.ts';

/**
 * Why a file that declares another modality is not read; undefined where it declares none, or a fitting
 * one.
 */
export function modalityRefusal(
  source: Pick<SourceFacts, 'modality'>,
  { reads, pictureName }: Pick<ModuleManifest, 'reads' | 'pictureName'>,
): string | undefined {
  const { modality = '' } = source;
  if (!isDeclared(source) || reads.modalities === undefined || reads.modalities.includes(modality))
    return undefined;
  return `The file declares ${modalityWords(modality)}. Please upload ${pictureName}.`;
}
