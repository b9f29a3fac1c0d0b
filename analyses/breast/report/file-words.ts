import type { FileWords } from '@second-read/core/reading/file-facts';

export const fileWords: FileWords = {
  readAs: 'a mammogram',
  bodyParts: ['BREAST', 'AXILLA'],
  contrast: null,
};
