import type { ReportModule } from '@second-read/core/analysis/report-module';
import type { PlainWords } from '@second-read/core/report/plain-words';
import type { BreastReading } from './reading/schema.ts';
import { textsOf } from './report/sentences.ts';
import { toDocument } from './report/to-document.ts';
import { toWire } from './report/to-wire.ts';

const plainWords: PlainWords = {
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

/** How the breast module words its results: `report_text` on the wire, one document for screen and paper. */
export const report: ReportModule<BreastReading> = {
  toWire,
  textsOf,
  toDocument,
  plainWords,
};
