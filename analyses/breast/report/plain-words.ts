import type { PlainWords } from '@second-read/core/report/plain-words';

export const plainWords: PlainWords = {
  picture: 'X-ray pictures of your breast',
  found: {
    mass: 'a spot that looks like a lump',
    calcification: 'tiny chalk spots in a group',
    axilla: 'a gland in the armpit',
    Mass: 'a spot that looks like a lump',
    'Grouped calcifications': 'tiny chalk spots in a group',
  },
  meaning: 'Many such spots are harmless. More pictures, or a small sample of tissue, can show what it is.',
  urgent: 'Please ask soon which test comes next.',
};
