import { examFile } from '@second-read/core/exam/exam-file';
import { type ExamSlice, type SeenSlice, seenSlices } from '@second-read/core/exam/exam-slice';
import { numberOf, rounded } from '@second-read/core/exam/facts';
import { findingMarks } from '@second-read/core/exam/marks/finding-marks';
import {
  type ExamFinding,
  type ExamModule,
  type ExamReport,
  notFound,
  wholeSlice,
} from '@second-read/core/exam/report/exam-report';
import { takenAs } from '@second-read/core/exam/report/exam-technique';
import type { StackFacts } from '@second-read/core/exam/stack/stack';
import { lesionType } from './exam/lesion-name.ts';
import { byImportance } from './exam/lesion-rank.ts';
import { type ChestStack, type Lesion, lesionsOf } from './exam/lesions.ts';
import { fewSlices, limitsOf } from './exam/limits.ts';
import { rowFacts } from './exam/lung-rads.ts';
import { thirdOf, type WholeLungs, wholeLungs } from './exam/lungs.ts';
import { opacitySide } from './exam/opacity-words.ts';
import { lesionFrom, minMm, opacityFrom } from './exam/operating-point.ts';

/** As many as a report can list. */
const maxNamed = 10;

/** One chest CT: lungs, nodules, masses and opacities over all slices. */
export const exam: ExamModule = {
  prefers: 'thin',
  isStack: true,
  refusal: noLungs,
  read(slices, stack): ExamReport {
    const seen = seenSlices(slices);
    const chest: ChestStack = {
      slices: seen,
      bySlice: new Map(seen.map((slice) => [slice.index, slice])),
      gapsAfter: new Set(stack.gaps.map(({ after }) => after)),
      spacingMm: stack.spacingMm,
    };
    const lungs = wholeLungs(seen);
    const all = lungs.extent === undefined ? [] : lesionsOf(chest);
    const likely = all.filter(({ score }) => score >= lesionFrom);
    const named = likely
      .filter((lesion) => !isSpeck(lesion, chest))
      .map((lesion) => unnumbered(lesion, chest, stack.orderedBy === 'position' ? lungs : undefined))
      .toSorted(byImportance);
    const isWhole = lungs.extent !== undefined && seen.length >= fewSlices;
    return {
      reading: {
        facts: {
          ...factsOf(lungs, seen.length, stack),
          ...(isWhole && rowFacts(slices, stack)),
          specks: likely.length - named.length,
          unlisted: Math.max(0, named.length - maxNamed),
          sides: examFile(seen)?.sides ?? 'assumed',
        },
        limits: limitsOf(slices.length, seen, lungs, stack),
        ...takenAs(seen, stack),
      },
      findings: [
        ...(named.length === 0
          ? [noLesion(all, chest)]
          : named.slice(0, maxNamed).map((one, n) => ({ ...one, id: `nodule-${n + 1}` }))),
        opacityFinding(lungs, chest),
      ],
      scores: {
        lesion: rounded(all[0]?.score ?? 0, 4),
        opacity_share: rounded(lungs.groundGlass + lungs.consolidation, 4),
        lung_litres: rounded(lungs.litres, 3),
        emphysema_share: rounded(lungs.emphysema, 4),
      },
    };
  },
};

/** Where the file gives no pixel size, by the usual field of view of a chest. */
function isSpeck({ diameterMm, diameterPx, largestSlice }: Lesion, { bySlice }: ChestStack): boolean {
  const { width = 512 } = bySlice.get(largestSlice) ?? {};
  return (diameterMm ?? (diameterPx * usualFieldMm) / width) < minMm;
}

const usualFieldMm = 350;

function unnumbered(lesion: Lesion, { bySlice }: ChestStack, placed: WholeLungs | undefined): ExamFinding {
  const shown = lesion.marks.map(({ slice }) => slice);
  return {
    id: '',
    type: lesionType(lesion.diameterMm),
    found: true,
    probability: rounded(lesion.score, 4),
    side: lesion.side,
    volumeMl: rounded(lesion.volumeMl, 3),
    diameterMm: rounded(lesion.diameterMm),
    slices: findingMarks(lesion.marks, bySlice, lesion.sizeOf),
    facts: {
      density: lesion.kind,
      frontToBack: lesion.depth,
      solidMm: rounded(lesion.solidMm),
      pleuraMm: rounded(lesion.pleuraMm),
      third: placed ? thirdOf(lesion.largestSlice, placed) : null,
      ...(lesion.diameterMm === null && { diameterPx: rounded(lesion.diameterPx) }),
      firstSlice: Math.min(...shown) + 1,
      lastSlice: Math.max(...shown) + 1,
      largestSlice: lesion.largestSlice + 1,
    },
  };
}

/** That none was named, with the likeliest place for whom a higher sensitivity matters. */
function noLesion([first]: readonly Lesion[], chest: ChestStack): ExamFinding {
  if (first === undefined) return { ...notFound, id: 'nodule-1', type: 'nodule', probability: 0 };
  return { ...unnumbered(first, chest, undefined), id: 'nodule-1', type: 'nodule', found: false };
}

function opacityFinding(lungs: WholeLungs, { slices }: ChestStack): ExamFinding {
  const { leftOpacity, rightOpacity, groundGlass, consolidation } = lungs;
  const side = opacitySide(leftOpacity, rightOpacity);
  const found = side !== null;
  const share = groundGlass + consolidation;
  return {
    ...notFound,
    id: 'opacity-1',
    type: 'opacity',
    found,
    side,
    volumeMl: found && lungs.litres !== null ? rounded(1000 * share * lungs.litres) : null,
    slices: found
      ? slices
          .filter(({ scores }) => Number(scores.opacity_share ?? 0) >= opacityFrom)
          .map((slice) => wholeSlice(slice, Number(slice.scores.opacity ?? 0)))
      : [],
    facts: {
      rightShare: rounded(rightOpacity, 4),
      leftShare: rounded(leftOpacity, 4),
      groundGlassShare: rounded(groundGlass, 4),
      consolidationShare: rounded(consolidation, 4),
    },
  };
}

function factsOf(lungs: WholeLungs, slicesRead: number, { spacingMm }: StackFacts) {
  return {
    hasLungs: lungs.extent !== undefined,
    lungLitres: rounded(lungs.litres, 3),
    emphysemaShare: rounded(lungs.emphysema, 4),
    rightOpacityShare: rounded(lungs.rightOpacity, 4),
    leftOpacityShare: rounded(lungs.leftOpacity, 4),
    slicesRead,
    spacingMm,
  };
}

/** In other gray values than Hounsfield units a window may hide the lungs. */
function noLungs(slices: readonly ExamSlice[]): string | undefined {
  const seen = seenSlices(slices);
  const hasNone = ({ isHounsfield, evidence: { facts } }: SeenSlice) =>
    isHounsfield && numberOf(facts, 'leftPx') === 0 && numberOf(facts, 'rightPx') === 0;
  if (seen.length === 0 || !seen.every(hasNone)) return undefined;
  return 'No lungs were found in these slices. Please upload axial CT slices of the chest.';
}
