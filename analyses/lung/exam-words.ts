import type { ExamWords } from '@second-read/core/exam/report/exam-words';
import { code, ownCode } from '@second-read/core/reading/code';
import { lungRadsOf } from './exam/lung-rads.ts';
import { wordingOf } from './exam/wording.ts';

/** A chest CT. Concepts of PS3.16, context group 6102, as far as it has them. */
export const examWords: ExamWords = {
  title: 'Chest CT Exam Report',
  noun: 'slice',
  prefers: 'thin',
  types: {
    mass: {
      label: 'Mass',
      colour: '#E69F00',
      concept: code('4147007', 'SCT', 'Mass'),
      urgency: 60,
      absentAs: 'nodule',
      lesion: 'nodule',
    },
    nodule: {
      label: 'Nodule',
      colour: '#E69F00',
      concept: code('27925004', 'SCT', 'Nodule'),
      urgency: 40,
      lesion: 'nodule',
    },
    opacity: {
      label: 'Opacity',
      colour: '#56B4E9',
      concept: ownCode('OPACITY', 'Pulmonary opacity'),
      urgency: 30,
      shownAs: ['ground-glass', 'consolidation'],
    },
  },
  conclude: (exam) => {
    const rule = lungRadsOf(exam)?.rule;
    return { rules: rule ? [rule] : [] };
  },
  word: wordingOf,
};
