import type { ExamWording } from '@second-read/core/exam/exam-reading';
import { numberOf } from '@second-read/core/exam/facts';
import { techniqueSentences } from '@second-read/core/exam/report/exam-technique';
import { limitSentences } from '@second-read/core/exam/report/limit-words';
import type { StoredExam, StoredExamFinding } from '@second-read/core/exam/stored-exam';
import { fileSentences } from '@second-read/core/reading/file-facts';
import { dilatedFrom } from '../reading/evans.ts';
import { fileWords } from '../report/file-words.ts';
import { conclusionOf } from './conclusion.ts';
import { csfSentence } from './csf-spaces.ts';
import { isLevelMissing, limitWords } from './limits.ts';
import {
  alsoSeen,
  bleedingSentence,
  evansRuleWords,
  evansSentence,
  hasMassEffect,
  hypodenseSentence,
  shiftSentence,
} from './words.ts';

/** The sentences of a head CT, of its codes alone: as the engine read it, and as a reader changed it. */
export function wordingOf(exam: StoredExam): ExamWording {
  const { facts, file } = exam.reading;
  const ofType = (type: string) => exam.findings.filter((finding) => finding.type === type);
  const found = (type: string) => ofType(type).filter((finding) => finding.found);
  const [bleedings, hypodense] = [found('haemorrhage'), found('hypodense area')];
  const [shift] = ofType('midline shift');
  const evans = ofType('ventricular dilation');
  const ruled = evans.flatMap(evansIndexOf);
  return {
    conclusion: conclusionOf(exam),
    findings: [
      // That there is none is the conclusion.
      ...bleedings.map((finding) => bleedingSentence(finding, exam)),
      ...(bleedings.length > 0 || (numberOf(facts, 'unlisted') ?? 0) > 0 ? alsoSeen(facts) : []),
      shiftSentence(shift, exam),
      ...(hasMassEffect(shift, facts) ? ['Mass effect is present.'] : []),
      // Where no slice was recognized at their level, the limits say so.
      ...(facts.cisterns === null && isLevelMissing(exam, 'basal cisterns')
        ? []
        : csfSentence('cisterns', facts)),
      evansSentence(evans[0], exam),
      ...ruled.filter((index) => index <= dilatedFrom).map(evansRuleWords),
      ...(hypodense.length > 0
        ? hypodense.map((finding) => hypodenseSentence(finding, exam))
        : ['No hypodense area on two neighboring slices.']),
      ...csfSentence('sulci', facts),
      ...csfSentence('volume', facts),
    ],
    notAssessed: [
      'Skull fracture, orbits, sinuses and soft tissue are not assessed.',
      ...limitSentences(exam, limitWords),
      ...fileSentences(file, fileWords),
    ],
    technique: techniqueSentences(exam.reading, {
      ...{ name: 'head CT', prefers: 'soft', lengths: 'shares of the skull' },
      densities: ['densities in HU', 'densities estimated from the image'],
    }),
    trace: ruled.map(evansRuleWords),
  };
}

/** The index of ventricles that the report names as dilated. */
export function evansIndexOf({ found, facts }: StoredExamFinding): number[] {
  const index = numberOf(facts, 'evansIndex');
  return found && index !== null ? [index] : [];
}
