import type { FileWords } from '@second-read/core/reading/file-facts';

export const contrastWords = 'Contrast medium is on record: enhancement and fresh blood look alike.';

export const fileWords: FileWords = {
  readAs: 'a head CT',
  bodyParts: [
    ...['HEAD', 'BRAIN', 'SKULL', 'ORBIT', 'SINUS', 'FACE', 'EAR', 'EYE', 'JAW'],
    ...['HEADNECK', 'HEADNECKCHEST', 'WHOLEBODY'],
  ],
  contrast: contrastWords,
};
