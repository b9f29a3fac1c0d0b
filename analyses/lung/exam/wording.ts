import type { ExamFacts, ExamReading, ExamWording } from '@second-read/core/exam/exam-reading';
import { numberOf } from '@second-read/core/exam/facts';
import { techniqueSentences } from '@second-read/core/exam/report/exam-technique';
import { limitSentences } from '@second-read/core/exam/report/limit-words';
import type { StoredExam } from '@second-read/core/exam/stored-exam';
import { fileSentences } from '@second-read/core/reading/file-facts';
import { shareText } from '@second-read/core/report/percent';
import { fileWords } from '../report/file-words.ts';
import { conclusionOf } from './conclusion.ts';
import { lesionSentences } from './lesion-words.ts';
import { limitWords } from './limits.ts';
import { lungRadsOf } from './lung-rads.ts';
import { opacitySentences } from './opacity-words.ts';
import { minMm } from './operating-point.ts';

/** The sentences of a chest CT, of its codes alone: as the engine read it, and as a reader changed it. */
export function wordingOf(exam: StoredExam): ExamWording {
  const { facts, file } = exam.reading;
  const rule = lungRadsOf(exam);
  return {
    conclusion: conclusionOf(exam),
    findings: [
      // That there is none is the conclusion.
      ...lesionSentences(exam),
      ...alsoSeen(exam.reading),
      ...opacitySentences(exam),
      ...lungSentences(facts),
      ...(rule ? [rule.text] : []),
    ],
    notAssessed: [
      ...limitSentences(exam, limitWords),
      ...fileSentences(file, fileWords),
      ...(rule ? [rule.limits] : []),
      'Not assessed: pleura, hila, mediastinum, heart and bones.',
    ],
    technique: techniqueSentences(exam.reading, {
      ...{ name: 'chest CT', prefers: 'thin', lengths: 'pixels' },
      densities: ['HU of the file', 'gray values without HU'],
    }),
    trace: [],
  };
}

/** What is no numbered finding. */
function alsoSeen({ facts, technique }: Pick<ExamReading, 'facts' | 'technique'>): string[] {
  const [specks, unlisted] = [numberOf(facts, 'specks') ?? 0, numberOf(facts, 'unlisted') ?? 0];
  const estimated = technique?.hasPixelSize === false ? ', by the usual field of view' : '';
  return [
    ...(unlisted > 0
      ? [`Also seen: ${unlisted} less important ${unlisted === 1 ? 'nodule' : 'nodules'}, not listed.`]
      : []),
    ...(specks > 0
      ? [`Also seen: ${specks === 1 ? 'a spot' : `${specks} spots`} below ${minMm} mm${estimated}.`]
      : []),
  ];
}

/** Less emphysema than this is usual (Hansell et al.; healthy non-smokers stay below 5 %). */
const emphysemaFrom = 0.05;

function lungSentences(facts: ExamFacts): string[] {
  const [litres, emphysema] = [numberOf(facts, 'lungLitres'), numberOf(facts, 'emphysemaShare')];
  const size =
    litres === null
      ? 'Lung volume: not measurable without slice positions and pixel size.'
      : `Lung volume ${litres.toFixed(1)} l on the slices read.`;
  if (emphysema === null) return [size];
  const share = `${shareText(emphysema)} of the lungs below -950 HU`;
  return [size, emphysema >= emphysemaFrom ? `Emphysema: ${share}.` : `No emphysema (${share}).`];
}
