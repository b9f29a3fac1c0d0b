import type { ExamSlice, ReadSlice } from '@second-read/core/exam/exam-slice';
import { concludedExam, examOfReport } from '@second-read/core/exam/report/concluded-exam';
import type { ExamModule } from '@second-read/core/exam/report/exam-report';
import { wordedExam } from '@second-read/core/exam/report/worded-exam';
import type { StackFacts } from '@second-read/core/exam/stack/stack';
import { type StoredExam, storedExam } from '@second-read/core/exam/stored-exam';
import { mask } from '@second-read/core/pixels/plane';
import type { AttributeValue } from '@second-read/core/reading/candidate';
import { type Mark, marksOf } from '@second-read/core/reading/mark';
import { moduleOf } from './catalogue.ts';

/** Concluded and checked, through JSON as the database keeps it. */
export function storedAs(id: string, content: object): StoredExam {
  const stored = JSON.parse(JSON.stringify({ module: id, kind: 'exam', version: 2, ...content }));
  return concludedExam(storedExam.parse(stored), wordsOf(id));
}

function wordsOf(id: string) {
  const words = moduleOf(id).exam;
  if (words === undefined) throw new Error(`${id} reads no exams`);
  return words;
}

/** An exam as its module reads it, with its sentences. */
export function readAs(id: string, module: ExamModule, slices: readonly ExamSlice[], stack: StackFacts) {
  const words = wordsOf(id);
  const stored = examOfReport(id, module.read(slices, stack), { slices: [], words });
  const { technique: _, ...codes } = stored.reading;
  const { findings, scores } = storedExam.parse(stored);
  return { reading: { ...codes, ...wordedExam(stored, words) }, findings, scores };
}

export const stackFacts: StackFacts = {
  orderedBy: 'position',
  description: undefined,
  spacingMm: 5,
  thicknessMm: 5,
  gaps: [],
  tiltDegrees: 0,
  kernel: undefined,
  contrast: undefined,
  setAside: [],
  choice: undefined,
  series: [],
};

/** A slice that was read, 5 mm from the next, a pixel of 1 mm. */
export function readSlice(
  index: number,
  facts: Readonly<Record<string, AttributeValue>>,
  more: Partial<ReadSlice> & { readonly marks?: readonly Mark[]; readonly slabMm?: number } = {},
): ExamSlice {
  const { marks = [], slabMm = 5, ...rest } = more;
  return {
    file: `slice-${index + 1}`,
    placeMm: index * slabMm,
    slabMm,
    outcome: {
      status: 'read',
      width: 128,
      height: 128,
      pixelMm: { x: 1, y: 1 },
      isHounsfield: true,
      evidence: { marks, facts },
      scores: {},
      candidates: [],
      laterality: null,
      view: null,
      ...rest,
    },
  };
}

/** The mark of a disc. */
export function disc(
  at: { x: number; y: number; r: number },
  said: Pick<Mark, 'type' | 'score' | 'facts'>,
): Mark[] {
  const region = mask(128, 128);
  for (let i = 0; i < region.data.length; i++) {
    if (Math.hypot((i % 128) - at.x, Math.floor(i / 128) - at.y) <= at.r) region.data[i] = 1;
  }
  return marksOf(region, said);
}
