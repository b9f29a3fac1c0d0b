import type { SeenSlice } from '@second-read/core/exam/exam-slice';
import { isSet, numberOf } from '@second-read/core/exam/facts';
import { sliceWords } from '@second-read/core/exam/marks/finding-marks';
import { metalSlices } from '@second-read/core/exam/metal';
import type { StackFacts } from '@second-read/core/exam/stack/stack';
import { shareText } from '@second-read/core/report/percent';
import type { Lesion } from './lesions.ts';
import { lungRadsLimits } from './lung-rads.ts';
import type { WholeLungs } from './lungs.ts';
import { breathedAfter } from './motion.ts';
import { opacityFrom } from './operating-point.ts';

/**
 * "Mass 1: solid, mean diameter 48.2 mm, 52.3 ml, slices 8 to 14 (model score 84 %). Mass 1 lies in the
 * right lung, upper third, posterior, touching the pleura."
 */
export function lesionSentence(lesion: Lesion, name: string, third: string | null): string {
  const subject = /\d$/.test(name) ? name : `The ${name.toLowerCase()}`;
  const { kind, diameterMm, diameterPx, volumeMl, side, depth, marks, score } = lesion;
  const size =
    diameterMm === null ? `${diameterPx.toFixed(0)} px (pixel size unknown)` : `${diameterMm.toFixed(1)} mm`;
  const where = [
    side === null ? ': side not determined' : ` lies in the ${side} lung`,
    ...(third === null ? [] : [third]),
    ...(depth === null ? [] : [depth === 'middle' ? 'between front and back' : depth]),
    ...pleuraWords(lesion),
  ].join(', ');
  const parts = [
    kind ?? 'density not determined',
    ...solidWords(lesion),
    `mean diameter ${size}`,
    ...(volumeMl === null ? [] : [`${volumeMl.toFixed(volumeMl < 1 ? 2 : 1)} ml`]),
    sliceWords(marks.map(({ slice }) => slice)),
  ];
  return `${name}: ${parts.join(', ')} (model score ${shareText(score)}). ${subject}${where}.`;
}

/** Nearer than this the edge of lung and that of the nodule cannot be told apart. */
const touchesWithinMm = 1;

function pleuraWords({ pleuraMm }: Lesion): string[] {
  if (pleuraMm === null) return [];
  return [pleuraMm < touchesWithinMm ? 'touching the pleura' : `${pleuraMm.toFixed(0)} mm from the pleura`];
}

function solidWords({ kind, solidMm }: Lesion): string[] {
  return kind === 'part-solid' && solidMm ? [`solid part ${solidMm.toFixed(1)} mm`] : [];
}

export function opacitySentence({
  leftOpacity,
  rightOpacity,
  groundGlass,
  consolidation,
}: WholeLungs): string {
  if (Math.max(leftOpacity, rightOpacity) < opacityFrom)
    return 'No ground-glass opacity or consolidation identified.';
  const kinds = `ground-glass ${shareText(groundGlass)}, consolidation ${shareText(consolidation)} of both lungs`;
  return `Opacities over ${shareText(rightOpacity)} of the right and ${shareText(leftOpacity)} of the left lung (${kinds}).`;
}

/** Less emphysema than this is usual (Hansell et al.; healthy non-smokers stay below 5 %). */
const emphysemaFrom = 0.05;

export function lungSentences({ litres, emphysema }: WholeLungs): string[] {
  const size =
    litres === null
      ? 'Lung volume: not measurable without slice positions and pixel size.'
      : `Lung volume ${litres.toFixed(1)} l on the slices read.`;
  if (emphysema === null) return [size];
  const share = `${shareText(emphysema)} of the lungs below -950 HU`;
  return [size, emphysema >= emphysemaFrom ? `Emphysema: ${share}.` : `No emphysema (${share}).`];
}

/** Fewer are not the whole chest. */
export const fewSlices = 15;

export function limitsOf(
  total: number,
  seen: readonly SeenSlice[],
  { extent }: WholeLungs,
  stack: StackFacts,
): string[] {
  const clipped = seen.filter(({ evidence }) => isSet(evidence.facts, 'isClipped')).length;
  return [
    ...(extent === undefined ? ['No lung was found: nodules and opacities are not assessed.'] : []),
    ...(seen.length < fewSlices ? [`${seen.length} slices were read: not the whole chest.`] : []),
    ...cutWords(seen, stack),
    ...(seen.length < total
      ? [`${total - seen.length} of ${total} slices were not read; see the list of slices.`]
      : []),
    ...(stack.spacingMm !== null && stack.spacingMm > 3
      ? [
          `Slices ${stack.spacingMm.toFixed(1)} mm apart: nodules below ${Math.ceil(stack.spacingMm)} mm may be missed, volumes are coarse.`,
        ]
      : []),
    ...stack.gaps.map(
      ({ after, missing }) =>
        `${missing} ${missing === 1 ? 'slice is' : 'slices are'} missing behind slice ${after + 1}: nothing is linked over them.`,
    ),
    ...metalWords(metalSlices(seen)),
    ...motionWords(breathedAfter(seen, new Set(stack.gaps.map(({ after }) => after)))),
    ...(stack.contrast === undefined
      ? []
      : [
          'Contrast medium is on record: vessels are bright, and densities of nodules are not those without it.',
        ]),
    ...(clipped > seen.length / 3
      ? [
          'The window shows the lungs black: small nodules and faint opacities cannot be seen; masses were looked for.',
        ]
      : []),
    lungRadsLimits,
    'Not assessed: pleura, hila, mediastinum, heart and bones.',
  ];
}

/**
 * At the ends of whole chests lungs are at most 5 % as large as where they are largest (four series): with
 * more than this share they go on beyond the slices.
 */
const endsFrom = 0.15;

/** The base or the apex, where the slices end within the lungs. */
function cutWords(seen: readonly SeenSlice[], { orderedBy }: StackFacts): string[] {
  const areas = seen.map(
    ({ evidence: { facts } }) => (numberOf(facts, 'leftPx') ?? 0) + (numberOf(facts, 'rightPx') ?? 0),
  );
  const isCut = (area: number | undefined) => (area ?? 0) > endsFrom * Math.max(1, ...areas);
  const [first, last] = [isCut(areas[0]), isCut(areas.at(-1))];
  if (seen.length < fewSlices || !(first || last)) return [];
  // Slices with places run from the base up; of others nobody knows.
  const names = orderedBy === 'position' ? ['base', 'apex'] : ['first', 'last'];
  const cut = names.filter((_, i) => (i === 0 ? first : last)).join(' and ');
  return orderedBy === 'position'
    ? [`The lungs go on beyond the slices at the ${cut}: not assessed there, lung volume too small.`]
    : [`The lungs go on beyond the ${cut} slice: not assessed there.`];
}

function metalWords(shown: readonly number[]): string[] {
  if (shown.length === 0) return [];
  return [
    `Metal or undiluted contrast medium on ${sliceWords(shown)}: its streaks may hide nodules or look like opacities there.`,
  ];
}

function motionWords(moved: readonly number[]): string[] {
  const [first] = moved;
  if (first === undefined) return [];
  const behind = moved.map((slice) => slice + 1).join(', ');
  return [
    `The lungs jump behind ${moved.length === 1 ? 'slice' : 'slices'} ${behind}, as after a breath: nodules may be missing or shown twice there.`,
  ];
}

export function techniqueOf(seen: readonly SeenSlice[], stack: StackFacts): string[] {
  const spacing =
    stack.spacingMm === null ? 'slice positions unknown' : `${stack.spacingMm.toFixed(1)} mm apart`;
  const units = seen.some(({ isHounsfield }) => isHounsfield) ? 'HU of the file' : 'gray values without HU';
  const pixel = seen.some(({ pixelMm }) => pixelMm !== null) ? '' : ', no pixel size: lengths in pixels';
  const order = {
    position: 'ordered by position from the base up',
    'instance number': 'ordered by instance number',
    name: 'ordered by file name',
  }[stack.orderedBy];
  const contrast = stack.contrast === undefined ? '' : ', contrast medium on record';
  return [
    `Technique: chest CT, ${seen.length} axial slices, ${spacing}, ${order}, ${units}${pixel}${contrast}.`,
    ...(stack.choice === undefined ? [] : [stack.choice]),
  ];
}
