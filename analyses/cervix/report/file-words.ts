import type { FileWords } from '@second-read/core/reading/file-facts';

export const fileWords: FileWords = {
  readAs: 'a photograph of the cervix',
  bodyParts: ['CERVIX', 'UTERUS', 'VAGINA', 'PELVIS'],
  contrast: null,
};
