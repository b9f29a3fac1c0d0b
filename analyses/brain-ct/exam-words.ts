import type { ExamWords } from '@second-read/core/exam/report/exam-words';
import { findings } from './coding.ts';
import { evansIndexOf, wordingOf } from './exam/wording.ts';
import { dilatedFrom } from './reading/evans.ts';

/** A head CT. */
export const examWords: ExamWords = {
  title: 'Head CT Exam Report',
  noun: 'slice',
  prefers: 'soft',
  types: {
    haemorrhage: {
      label: 'Hemorrhage',
      colour: '#D55E00',
      concept: findings.haemorrhage,
      urgency: 80,
      lesion: 'haemorrhage',
    },
    'midline shift': {
      label: 'Midline shift',
      colour: '#56B4E9',
      concept: findings.midline_shift,
      urgency: 50,
    },
    'ventricular dilation': {
      label: 'Dilated ventricles',
      colour: '#56B4E9',
      concept: findings.ventricular_dilation,
      urgency: 30,
    },
    'hypodense area': {
      label: 'Hypodense area',
      colour: '#CC79A7',
      concept: findings.hypodense_areas,
      urgency: 25,
      lesion: 'hypodense area',
    },
  },
  conclude: ({ findings: all }) => ({
    rules: all
      .filter(({ type }) => type === 'ventricular dilation')
      .flatMap(evansIndexOf)
      .map((index) => ({ id: 'evans', values: { index, from: dilatedFrom } })),
  }),
  word: wordingOf,
};
