import type { ReportModule } from '@second-read/core/analysis/report-module';
import type { PlainWords } from '@second-read/core/report/plain-words';
import type { CervixReading } from './reading/schema.ts';
import { textsOf, toDocument } from './report/to-document.ts';
import { toWire } from './report/to-wire.ts';

const plainWords: PlainWords = {
  picture: 'a photo of your cervix, the neck of the womb',
  found: {
    lesion: 'an area that turned white',
    abnormality: 'signs that need a closer look',
  },
  meaning: 'Skin can turn white for harmless reasons. A closer look shows if you need care.',
  urgent: 'Please ask soon for a closer look, and if a small sample of tissue is needed.',
};

/**
 * How the cervix module words its results: `findings` and `swede` on the wire, one document for screen and
 * paper.
 */
export const report: ReportModule<CervixReading> = {
  toWire,
  textsOf,
  toDocument,
  plainWords,
};
