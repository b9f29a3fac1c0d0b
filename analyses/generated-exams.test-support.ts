import type { ExamSlice } from '@second-read/core/exam/exam-slice';
import type { ExamModule } from '@second-read/core/exam/report/exam-report';
import type { StoredExam } from '@second-read/core/exam/stored-exam';
import type { AttributeValue } from '@second-read/core/reading/candidate';
import type { Mark } from '@second-read/core/reading/mark';
import type { ReadingBase } from '@second-read/core/reading/reading';
import { exam as brain } from './brain-ct/exam.ts';
import { exam as breast } from './breast/exam.ts';
import { disc, readSlice, stackFacts, storedAs } from './exams.test-support.ts';
import { exam as lung } from './lung/exam.ts';

type Facts = Readonly<Record<string, AttributeValue>>;
const pick = <T>(values: readonly T[], at: number, pace: number): T =>
  values[Math.floor(at / pace) % values.length] as T;

/** Balls of a type, each about a separate slice. */
function marksAt(
  slice: number,
  count: number,
  said: { type: string; r: number; score: number; facts: Facts },
) {
  return Array.from({ length: count }, (_, n) => n).flatMap((n) => {
    const r = Math.sqrt(Math.max(0, said.r ** 2 - ((slice - 8 - 7 * (n % 4)) * 2) ** 2));
    const { type, score, facts } = said;
    const at = { x: 30 + 20 * (n % 4), y: 60 + pick([0, 32, -32], n, 4) };
    return r > 0.5 ? disc({ ...at, r }, { type, score, facts }) : [];
  });
}

function chestAt(at: number): ExamSlice[] {
  const opacity = pick([0, 0, 900, 2500], at, 3);
  const facts = {
    ...{ leftPx: 3000, rightPx: pick([3200, 0], at, 29), emphysemaPx: pick([0, 60, 1500], at, 5) },
    ...{ leftOpacityPx: opacity, rightOpacityPx: pick([0, opacity], at, 7) },
  };
  const isMany = at % 23 === 22;
  const count = isMany ? 12 : pick([0, 1, 2, 4], at, 1);
  const said = {
    ...{ type: 'nodule', r: pick([3, 5, 8, 20], at, 2), score: pick([0.9, 0.5, 0.2], at, 11) },
    facts: {
      side: pick(['left', 'right', null], at, 3),
      third: pick(['upper', 'middle', 'lower'], at, 5),
      kind: pick(['solid', 'part-solid', 'ground-glass'], at, 7),
    },
  };
  return Array.from({ length: 40 }, (_, slice) =>
    readSlice(slice, facts, { slabMm: 2, marks: marksAt(slice, count, said) }),
  );
}

function headAt(at: number): ExamSlice[] {
  const count = pick([0, 1, 2, 3], at, 1);
  const named = pick([0.95, 0.5, 0.1], at, 5);
  const kind = pick(['type_iph', 'type_sdh', 'type_edh', 'type_ivh', 'type_sah'], at, 7);
  const hasSpeck = count === 1;
  const facts = { side: pick(['left', 'right', 'both', null], at, 3), isNamed: named > 0.3 };
  const said = { type: 'haemorrhage', r: pick([6, 14, 24], at, 2), score: named, facts };
  return Array.from({ length: 34 }, (_, slice) => {
    const speck = slice === 30 && hasSpeck ? disc({ x: 105, y: 15, r: 5 }, said) : [];
    const marks = [...marksAt(slice, count, said), ...speck];
    const here = marks.length > 0 ? { haemorrhage: named, [kind]: 0.8 } : { haemorrhage: 0.02 };
    return readSlice(slice, { level: 'lateral ventricles', ...here }, { slabMm: 2, marks });
  });
}

/** Whether every view of the generated mammography has calcifications that are to be judged. */
export const hasOpenQuestion = (at: number) => at % 8 === 5;

/** Two to four views of one or both breasts, with places that are seen on one of them or on both. */
function breastsAt(at: number): ExamSlice[] {
  const category = pick([1, 2, 3, 4, 5, 6, 0], at, 1);
  const place = (n: number): Mark => ({
    ...{ type: pick(['mass', 'calcification'], at + n, 2), score: 0.62 - 0.1 * n, areaPx: 100 },
    ...{ box: { x: 10, y: 10, width: 10, height: 10 }, runs: new Int32Array() },
    facts: {
      ...{ isNamed: true, malignant: pick([0.1, 0.7], at, 3) },
      ...(pick([true, false], at, 5) && { nippleShare: 0.3 + 0.2 * n }),
      ...pick<Facts>([{ sizeMm: 14 }, { sizeMmEstimated: 9 }, {}], at, 7),
    },
  });
  const hung = [...['right', 'left'].flatMap((side) => ['CC', 'MLO'].map((view) => [side, view] as const))];
  const lacking = pick([[], [3], [1, 3], [0, 1], [2, 3, 1]], at, 11);
  return hung
    .filter((_, n) => !lacking.includes(n))
    .map(([side, view], index) => {
      const count = category < 3 && category > 0 ? 0 : pick([1, 0, 2], at, index + 1);
      const facts = {
        ...{
          view,
          viewTold: pick([true, false], at, 13),
          sideTold: pick([side, null], at, 17),
          sideSeen: side,
        },
        hasOpenQuestion: hasOpenQuestion(at),
        malignant: pick([0.1, 0.7], at, 7),
        ...{ density: pick([1.2, 3.6, 2], at, side === 'left' ? 2 : 3) },
        ...(pick([true, false], at, 3) && { breastDepthPx: 800, mmPerPixel: 0.1 }),
      };
      const value = count > 0 ? category : hasOpenQuestion(at) ? 0 : pick([1, 2], at, 3);
      const birads = { system: 'birads', value, state: 'final' };
      const reading = {
        category: birads,
        input: { gate: null, spacingKnown: pick([null, false], at, 3), inverted: index === 0 },
        findings: pick<readonly object[]>(
          [[], [{ type: 'axilla', state: 'found' }], [{ type: 'calcification', reason: 'not_measurable' }]],
          at + index,
          5,
        ),
        facts: pick<object>(
          [
            {},
            { coarse: [{ form: 'round', sizeMm: 2, place: null }] },
            { coarse: [{ form: 'irregular', sizeMm: 2, place: null }] },
            { coarse: null, spread: { spots: 9, place: null } },
          ],
          at + index,
          7,
        ),
      } as unknown as ReadingBase;
      return readSlice(index, facts, { reading, marks: Array.from({ length: count }, (_, n) => place(n)) });
    });
}

/** Of every module that reads exams: how slices of a generated one are made, and read. */
export const generators = [
  ['brain-ct', brain, headAt],
  ['lung', lung, chestAt],
  ['breast', breast, breastsAt],
] as const;

const gapsOf = (at: number) =>
  pick<{ after: number; missing: number }[]>(
    [
      [],
      [
        { after: 4, missing: 1 },
        { after: 9, missing: 3 },
      ],
    ],
    at,
    17,
  );

/** A generated exam as it is stored: as it was read, with all that follows by rule. */
export function storedExamAt(
  at: number,
  [id, module, slicesAt]: readonly [string, ExamModule, (at: number) => ExamSlice[]],
): StoredExam {
  const facts = {
    ...{ spacingMm: 2, thicknessMm: pick([2, 1, 5], at, 3), gaps: gapsOf(at) },
    ...{ sharpness: pick([undefined, 'sharp' as const], at, 13), tiltDegrees: pick([0, 12], at, 19) },
  };
  const slices = slicesAt(at);
  const { reading, findings, scores } = module.read(slices, { ...stackFacts, ...facts });
  const coded = { ...reading, rules: [], keySlices: [] };
  return storedAs(id, { reading: coded, findings, scores, slices: slices.map(storedSlice) });
}

function storedSlice({ file, placeMm, outcome }: ExamSlice, at: number) {
  const read = outcome.status === 'read' ? outcome : undefined;
  return {
    ...{ file, sent: at + 1, instanceNumber: at + 1, placeMm, status: outcome.status, message: null },
    ...{ width: read?.width ?? null, height: read?.height ?? null },
  };
}
