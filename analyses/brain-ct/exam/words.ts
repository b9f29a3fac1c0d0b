import { textOf } from '@second-read/core/exam/facts';
import type { ExamFinding } from '@second-read/core/exam/report/exam-report';
import { shareText } from '@second-read/core/report/percent';
import type { BleedingType } from './bleedings.ts';
import type { AtSlice, Shift } from './structures.ts';

const typeWords: Readonly<Record<BleedingType, string>> = {
  edh: 'epidural hematoma favored',
  sdh: 'subdural hematoma favored',
  sah: 'subarachnoid hemorrhage favored',
  iph: 'intraparenchymal hemorrhage favored',
  ivh: 'intraventricular hemorrhage favored',
};

export function bleedingTypeWords(type: BleedingType): string {
  return typeWords[type];
}

/**
 * "Hyperdensity on the right, intraparenchymal hemorrhage favored, 12.4 ml (ABC/2 13.0 ml), slices 12 to 17,
 * largest on slice 14."
 */
export function bleedingSentence({ side, volumeMl, facts }: ExamFinding): string {
  const where = side === null || side === 'both' ? 'on both sides or in the midline' : `on the ${side}`;
  const type = bleedingTypeWords((facts.bleedingType ?? 'iph') as BleedingType);
  return `Hyperdensity ${where}, ${type}, ${sizeWords(volumeMl, facts.abcHalfMl)}, ${range(facts)}, largest on slice ${facts.largestSlice}.`;
}

function sizeWords(volume: number | null, abc: unknown): string {
  if (volume === null) return 'volume not measurable without slice positions and pixel size';
  return `${volume.toFixed(1)} ml${typeof abc === 'number' ? ` (ABC/2 ${abc.toFixed(1)} ml)` : ''}`;
}

export function range({ firstSlice, lastSlice }: ExamFinding['facts']): string {
  return firstSlice === lastSlice ? `slice ${firstSlice}` : `slices ${firstSlice} to ${lastSlice}`;
}

export function hypodenseSentence({ side, volumeMl, facts }: ExamFinding): string {
  const where = side === null || side === 'both' ? 'on both sides' : `on the ${side}`;
  const size = volumeMl === null ? '' : `, ${volumeMl.toFixed(1)} ml`;
  return `Hypodensity ${where}${size}, ${range(facts)}, age undetermined.`;
}

/** 5 mm of a mean inner skull width of 135 mm (Bullock, Neurosurgery 58:S2, 2006). */
const surgical = { mm: 5, share: 5 / 135 } as const;

export function shiftSentence(shift: Shift | undefined): string {
  if (shift === undefined) return 'Midline shift: not assessed, since no slice shows the midline.';
  const { value, mm, slice, isFound } = shift;
  const size = mm === null ? shareText(Math.abs(value)) : `${mm.toFixed(1)} mm`;
  const of = mm === null ? ' of the inner skull width' : '';
  if (!isFound)
    return `No midline shift of 3 % of the inner skull width or more (largest ${size}${of}, slice ${slice.index + 1}).`;
  const beyond = (mm === null ? Math.abs(value) > surgical.share : mm > surgical.mm) ? ', above 5 mm' : '';
  const level = textOf(slice.evidence.facts, 'level');
  const where = level === null || level === 'face' ? '' : `, at the level of the ${level}`;
  const estimated = mm === null && beyond !== '' ? ' at a usual head size' : '';
  return `Midline shift to the ${value > 0 ? 'left' : 'right'} of ${size}${of}${beyond}${estimated}, on slice ${slice.index + 1}${where}.`;
}

/** Above this the ventricles are wide (Evans, Arch Neurol Psychiatry 47:931, 1942). */
export const dilatedFrom = 0.3;
/** Below it the reading measured one horn or a part of it. */
export const credibleFrom = 0.2;

export function evansSentence(evans: AtSlice | undefined): string {
  if (evans === undefined || evans.value < credibleFrom) {
    return 'Ventricular width: not assessed, since no slice shows both frontal horns.';
  }
  const value = evans.value.toFixed(2);
  const at = `Evans' index ${value}, slice ${evans.slice.index + 1}`;
  return evans.value > dilatedFrom ? `Dilated ventricles (${at}).` : `Ventricles not dilated (${at}).`;
}
