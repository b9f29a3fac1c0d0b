import type { PlainWords } from '@second-read/core/report/plain-words';

export const plainWords: PlainWords = {
  picture: 'a photo of your cervix, the neck of the womb',
  found: {
    lesion: 'an area that turned white',
    abnormality: 'signs that need a closer look',
  },
  meaning: 'Skin can turn white for harmless reasons. A closer look shows if you need care.',
  urgent: 'Please ask soon for a closer look, and if a small sample of tissue is needed.',
};
