import type { FileWords } from '@second-read/core/reading/file-facts';

export const contrastWords =
  'Contrast medium is on record: vessels are bright, and densities of nodules are not those without it.';

export const fileWords: FileWords = {
  readAs: 'a chest CT',
  bodyParts: [
    ...['CHEST', 'THORAX', 'LUNG', 'MEDIASTINUM', 'HEART', 'AORTA', 'TRACHEA', 'BRONCHUS', 'RIB'],
    ...['NECKCHEST', 'HEADNECKCHEST', 'CHESTABDOMEN', 'CHESTABDPELVIS', 'WHOLEBODY'],
  ],
  contrast: contrastWords,
};
