import type { ExamWords } from '@second-read/core/exam/report/exam-words';
import { code } from '@second-read/core/reading/code';
import { categoryOf } from './exam/category.ts';
import { placeWords } from './exam/place-facts.ts';
import { wordingOf } from './exam/words.ts';
import { categories, incomplete } from './report/words.ts';

/** From this category on it is urgent, as in the report of a single view. */
const urgentFrom = 4;

/** A mammography of both breasts. */
export const examWords: ExamWords = {
  title: 'Mammography Exam Report',
  noun: 'view',
  types: {
    mass: {
      label: 'Mass',
      colour: '#2ECC71',
      concept: code('129788004', 'SCT', 'Mammographic breast mass'),
      urgency: 45,
      placeWords,
      lesion: 'mass',
    },
    calcification: {
      label: 'Grouped calcifications',
      colour: '#D2B48C',
      concept: code('129769006', 'SCT', 'Calcification Cluster'),
      urgency: 40,
      placeWords,
      absentAs: 'mass',
      lesion: 'calcification',
    },
  },
  categoryOf: (text) => {
    const value = Number(text);
    if (value === 0) return { label: 'BI-RADS 0', value, ...incomplete, severity: 'attention' };
    const words = categories[value];
    if (words === undefined) return undefined;
    return {
      label: `BI-RADS ${value}`,
      value,
      ...words,
      severity: value >= urgentFrom ? 'urgent' : 'attention',
    };
  },
  conclude: categoryOf,
  word: wordingOf,
};
