import type { SourceFacts } from '../decode/study.ts';
import { isDeclared } from '../reading/file-facts.ts';
import type { ModuleManifest } from './manifest.ts';

/** PS3.3 C.7.3.1.1.1, the frequent ones, with their articles. */
const names: Readonly<Record<string, string>> = {
  CR: 'a computed radiograph',
  CT: 'a CT image',
  DX: 'a digital radiograph',
  ES: 'an endoscopic image',
  MG: 'a mammogram',
  MR: 'an MR image',
  NM: 'a nuclear medicine image',
  OP: 'an ophthalmic photograph',
  PT: 'a PET image',
  RF: 'a fluoroscopic image',
  SM: 'a microscopic image',
  US: 'an ultrasound image',
  XA: 'an angiographic image',
  XC: 'a photograph',
};

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

/** "an MR image (modality MR)" */
export function modalityWords(modality: string): string {
  const name = names[modality];
  return name === undefined ? `an image of modality ${modality}` : `${name} (modality ${modality})`;
}
