import { seenSlices } from '@second-read/core/exam/exam-slice';
import { rounded } from '@second-read/core/exam/facts';
import { findingMarks } from '@second-read/core/exam/marks/finding-marks';
import type { ExamFinding, ExamModule, ExamReport } from '@second-read/core/exam/report/exam-report';
import type { StackFacts } from '@second-read/core/exam/stack/stack';
import { numbered } from '@second-read/core/report/sentences';
import { conclusionOf } from './exam/conclusion.ts';
import { isMass, nameOf } from './exam/lesion-name.ts';
import { type ChestStack, type Lesion, lesionsOf } from './exam/lesions.ts';
import { lungRads } from './exam/lung-rads.ts';
import { thirdOf, type WholeLungs, wholeLungs } from './exam/lungs.ts';
import { lesionFrom, minMm, opacityFrom } from './exam/operating-point.ts';
import {
  fewSlices,
  lesionSentence,
  limitsOf,
  lungSentences,
  opacitySentence,
  techniqueOf,
} from './exam/words.ts';

/** As many as a report can list. */
const maxNamed = 10;

/** One chest CT: lungs, nodules, masses and opacities over all slices. */
export const exam: ExamModule = {
  prefers: 'thin',
  isStack: true,
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
    const named = all.filter(isNamed).slice(0, maxNamed);
    const third = (lesion: Lesion) =>
      stack.orderedBy === 'position' ? thirdOf(lesion.largestSlice, lungs, true) : null;
    const opacity = opacityFinding(lungs, chest);
    const names = numbered(named.map(nameOf));
    const rules =
      lungs.extent === undefined || seen.length < fewSlices
        ? []
        : [lungRads(all.filter(isNamed), slices, stack)];
    return {
      reading: {
        module: 'lung',
        kind: 'exam',
        version: 1,
        conclusion: conclusionOf(named, lungs),
        findings: [
          // That there is none is the conclusion.
          ...named.map((one, n) => lesionSentence(one, names[n] ?? nameOf(one), third(one))),
          opacitySentence(lungs),
          ...lungSentences(lungs),
          ...rules.map(({ text }) => text),
        ],
        notAssessed: limitsOf(slices.length, seen, lungs, stack),
        technique: techniqueOf(seen, stack),
        rules,
        keySlices: named.flatMap((lesion) => keySlice(lesion, chest)),
        facts: factsOf(lungs, seen.length, stack),
      },
      findings: [
        ...(named.length === 0
          ? [noLesion(all, chest)]
          : named.map((one, n) => findingOf(one, n + 1, chest, third(one)))),
        opacity,
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

function isNamed({ score, diameterMm }: Lesion): boolean {
  return score >= lesionFrom && (diameterMm === null || diameterMm >= minMm);
}

function findingOf(
  lesion: Lesion,
  number: number,
  { bySlice }: ChestStack,
  third: string | null,
): ExamFinding {
  const shown = lesion.marks.map(({ slice }) => slice);
  return {
    id: `nodule-${number}`,
    type: isMass(lesion) ? 'mass' : 'nodule',
    found: true,
    probability: rounded(lesion.score, 4),
    side: lesion.side,
    volumeMl: rounded(lesion.volumeMl, 3),
    diameterMm: rounded(lesion.diameterMm),
    slices: findingMarks(lesion.marks, bySlice),
    facts: {
      density: lesion.kind,
      frontToBack: lesion.depth,
      solidMm: rounded(lesion.solidMm),
      pleuraMm: rounded(lesion.pleuraMm),
      third,
      diameterPx: rounded(lesion.diameterPx),
      firstSlice: Math.min(...shown) + 1,
      lastSlice: Math.max(...shown) + 1,
      largestSlice: lesion.largestSlice + 1,
    },
  };
}

/** That none was named, with the likeliest place for whom a higher sensitivity matters. */
function noLesion([first]: readonly Lesion[], chest: ChestStack): ExamFinding {
  if (first === undefined) return { ...nothing, id: 'nodule-1', type: 'nodule', probability: 0 };
  return { ...findingOf(first, 1, chest, null), type: 'nodule', found: false };
}

const nothing: Omit<ExamFinding, 'id' | 'type'> = {
  found: false,
  probability: null,
  side: null,
  volumeMl: null,
  diameterMm: null,
  slices: [],
  facts: {},
};

function opacityFinding(lungs: WholeLungs, { slices }: ChestStack): ExamFinding {
  const { leftOpacity, rightOpacity, groundGlass, consolidation } = lungs;
  const found = Math.max(leftOpacity, rightOpacity) >= opacityFrom;
  const side = leftOpacity >= opacityFrom ? (rightOpacity >= opacityFrom ? 'both' : 'left') : 'right';
  const share = groundGlass + consolidation;
  return {
    ...nothing,
    id: 'opacity-1',
    type: 'opacity',
    found,
    side: found ? side : null,
    volumeMl: found && lungs.litres !== null ? rounded(1000 * share * lungs.litres) : null,
    slices: found
      ? slices
          .filter(({ scores }) => Number(scores.opacity_share ?? 0) >= opacityFrom)
          .map(({ index, file, width, height, scores }) => ({
            slice: index,
            file,
            box: { x: 0, y: 0, width, height },
            score: Number(scores.opacity ?? 0),
          }))
      : [],
    facts: {
      rightShare: rounded(rightOpacity, 4),
      leftShare: rounded(leftOpacity, 4),
      groundGlassShare: rounded(groundGlass, 4),
      consolidationShare: rounded(consolidation, 4),
    },
  };
}

function keySlice(lesion: Lesion, { bySlice }: ChestStack) {
  const slice = lesion.largestSlice;
  const file = bySlice.get(slice)?.file;
  return file === undefined ? [] : [{ slice, file, shows: nameOf(lesion).toLowerCase() }];
}

function factsOf(lungs: WholeLungs, slicesRead: number, { spacingMm }: StackFacts) {
  return {
    lungLitres: rounded(lungs.litres, 3),
    emphysemaShare: rounded(lungs.emphysema, 4),
    rightOpacityShare: rounded(lungs.rightOpacity, 4),
    leftOpacityShare: rounded(lungs.leftOpacity, 4),
    slicesRead,
    spacingMm,
  };
}
