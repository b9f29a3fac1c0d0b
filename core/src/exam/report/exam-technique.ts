import { sideWords } from '../../reading/file-facts.ts';
import { examFile, withContrast } from '../exam-file.ts';
import type { ExamReading, ExamTechnique } from '../exam-reading.ts';
import type { SeenSlice } from '../exam-slice.ts';
import type { Reconstruction } from '../stack/reconstruction.ts';
import { choiceSentences } from '../stack/series-choice.ts';
import { spacingWords } from '../stack/slabs.ts';
import type { StackFacts } from '../stack/stack.ts';

/** What the files say, and how the slices of a stack were taken, put in order and read. */
export function takenAs(
  seen: readonly SeenSlice[],
  stack: StackFacts,
): Pick<ExamReading, 'file' | 'technique'> {
  const file = withContrast(examFile(seen), stack);
  return { technique: techniqueOf(seen, stack), ...(file && { file }) };
}

function techniqueOf(seen: readonly SeenSlice[], stack: StackFacts): ExamTechnique {
  const { orderedBy, spacingMm, unevenMm, tiltDegrees, choice, passes } = stack;
  return {
    ...{ slicesRead: seen.length, orderedBy, spacingMm, tiltDegrees },
    ...(unevenMm && { unevenMm }),
    isHounsfield: seen.some(({ isHounsfield }) => isHounsfield),
    hasPixelSize: seen.some(({ pixelMm }) => pixelMm !== null),
    ...(choice && { choice }),
    ...(passes && { passes }),
  };
}

const orders: Readonly<Record<ExamTechnique['orderedBy'], string>> = {
  position: 'ordered by position from the base up',
  'instance number': 'ordered by instance number',
  name: 'ordered by file name',
};

interface TechniqueWords {
  /** "chest CT" */
  readonly name: string;
  readonly prefers: Reconstruction;
  /** Of densities with Hounsfield units, and without. */
  readonly densities: readonly [measured: string, estimated: string];
  /** What lengths are in where the pixel size is not known. */
  readonly lengths: string;
}

export function techniqueSentences({ technique, file }: ExamReading, words: TechniqueWords): string[] {
  if (technique === null) return [];
  const { slicesRead, isHounsfield, hasPixelSize, tiltDegrees, orderedBy } = technique;
  const tilt = tiltDegrees !== null && tiltDegrees > 1 ? `, gantry tilt ${tiltDegrees.toFixed(0)}°` : '';
  const units = words.densities[isHounsfield ? 0 : 1];
  const pixel = hasPixelSize ? '' : `, no pixel size: lengths in ${words.lengths}`;
  const contrast = file?.hasContrast ? ', contrast medium on record' : '';
  return [
    `Technique: ${words.name}, ${slicesRead} axial ${slicesRead === 1 ? 'slice' : 'slices'}, ${spacingWords(technique)}${tilt}, ${orders[orderedBy]}, ${units}${pixel}${contrast}, ${sideWords(file)}.`,
    ...choiceSentences(technique, words.prefers),
  ];
}
