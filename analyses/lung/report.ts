import type { ReportModule } from '@second-read/core/analysis/report-module';
import type { PlainWords } from '@second-read/core/report/plain-words';
import type { LungReading } from './reading/schema.ts';
import { textsOf, toDocument } from './report/to-document.ts';
import { toWire } from './report/to-wire.ts';

const plainWords: PlainWords = {
  picture: 'pictures of a scan of your lungs',
  found: {
    nodule: 'a spot in the lung',
    'ground-glass': 'a hazy area in the lung',
    consolidation: 'a dense area in the lung',
    Nodule: 'a spot in the lung',
    Mass: 'a large spot in the lung',
    'Nodule or mass': 'a spot in the lung',
    Opacity: 'a hazy or dense area in the lung',
  },
  meaning: 'Most small spots are harmless scars. A hazy area is often an infection.',
  urgent: 'Please ask soon which test comes next.',
};

/** How the lung module words its results: `report_text` on the wire, one document for screen and paper. */
export const report: ReportModule<LungReading> = {
  toWire,
  textsOf,
  toDocument,
  plainWords,
};
