import type { ReportModule } from '@second-read/core/analysis/report-module';
import type { PlainWords } from '@second-read/core/report/plain-words';
import type { BrainReading } from './reading/schema.ts';
import { toDocument } from './report/to-document.ts';
import { toWire } from './report/to-wire.ts';

const plainWords: PlainWords = {
  picture: 'pictures of a scan of your head',
  found: {
    Hemorrhage: 'a bright area that could be blood',
    'Midline Shift': 'a middle line that is pushed to one side',
    'Midline shift': 'a middle line that is pushed to one side',
    'Ventricular Dilation': 'water spaces in the brain that look wide',
    'Dilated ventricles': 'water spaces in the brain that look wide',
    'Hypodense Areas': 'a dark area in the brain',
    'Hypodense area': 'a dark area in the brain',
    'Basal Cistern Dilation': 'water spaces at the base of the brain that look changed',
    Hypertrophy: 'a brain that looks smaller than usual',
  },
  meaning: 'The program can be wrong. Some marks are old or harmless, and others need care at once.',
  urgent: 'A doctor should look at this at once.',
};

/**
 * How the brain module words its results: the seven observations and the diagnosis, one document for screen
 * and paper.
 */
export const report: ReportModule<BrainReading> = {
  toWire,
  textsOf: ({ texts }) => texts,
  toDocument,
  plainWords,
};
