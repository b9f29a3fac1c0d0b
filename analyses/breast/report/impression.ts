import { leftToReader } from '@second-read/core/reading/category';
import { measured } from '@second-read/core/reading/measurement';
import { percentText } from '@second-read/core/report/percent';
import type { BreastReading } from '../reading/schema.ts';
import { areBenign, calcificationsToJudge } from '../reading/to-judge.ts';
import { isTooSmall } from './comments.ts';
import { foundMasses, type MassFinding, massKind, massPlaceIn } from './mass-words.ts';
import { leftToReaderWords } from './words.ts';

/** Whether the picture looks suspicious though nothing was located: no category can be given. */
export function isIncomplete({ category }: BreastReading): boolean {
  return category?.state === 'incomplete';
}

/** Whether nothing is named, though the view scores too high to be called negative. */
export function isLeftToReader({ category, rules }: BreastReading): boolean {
  return category === null && rules.some(({ id }) => id === leftToReader);
}

/** The conclusion of a breast report in one sentence, from what was found. */
export function impressionOf(reading: BreastReading): string {
  if (isIncomplete(reading)) return incomplete(reading);
  if (isLeftToReader(reading)) return leftToReaderWords;
  const side = reading.findings[0]?.side;
  const breast = side === 'left' || side === 'right' ? `, ${side} breast` : '';
  const seen = `${breast}${seenWords(reading)}`;
  switch (reading.category?.value) {
    case 1:
      return isTooSmall(reading)
        ? `Negative on this view${breast}, as far as so small an image shows.`
        : `Negative on this view${breast}; one view does not exclude a lesion.`;
    case 2:
      return `Benign finding${seen}.`;
    case 3:
      return `Probably benign${seen}; a full diagnostic work-up comes first.`;
    case 4:
      return `Suspicious${seen}; work-up and biopsy are usually advised.`;
    case 5:
      return `Highly suggestive of malignancy${seen}; tissue diagnosis is advised.`;
    case 6:
      return 'Known cancer.';
    default:
      return 'No conclusion: the result names no category.';
  }
}

function incomplete(reading: BreastReading): string {
  // Of a mass that a reader added and did not describe.
  if (foundMasses(reading).length > 0)
    return `Incomplete${seenWords(reading)}; without margin and shape it cannot be judged.`;
  const { below, malignant, spread, coarse } = reading.facts;
  const toJudge = below === undefined ? calcificationsToJudge(spread !== undefined, coarse) : null;
  if (toJudge !== null) return `Incomplete: ${toJudge}.`;
  if (reading.rules.some(({ id }) => id === 'reader')) return 'Incomplete; further views are needed.';
  // What follows is of stored results, which counted marks or weighed the image's score.
  const marks = below === undefined ? 0 : below.masses.length + below.clusters;
  if (marks > 0) return unnamed(marks);
  // Results without marks were stored when the limit was 2 % (docs/decisions/025).
  const limit = below === undefined ? ' (limit 2 %)' : '';
  const score = malignant === null ? '' : ` of ${percentText(malignant)}`;
  return `Incomplete: no lesion was located, but the malignancy score${score} is too high for a negative view${limit}; further views are needed.`;
}

/** Nothing is named, and something came near to it. */
function unnamed(marks: number): string {
  const places = marks === 1 ? '1 marked place needs' : `${marks} marked places need`;
  return `Incomplete: no mass or grouped calcifications named, but ${places} a look; the view is not called negative.`;
}

/** ": high-density irregular mass with spiculated margin, 38 px, central, middle depth" */
function seenWords(reading: BreastReading): string {
  const masses = foundMasses(reading);
  const seen = [
    isFound('calcification', reading) ? 'grouped calcifications' : null,
    masses.length > 0 ? massWords(masses, reading) : null,
    reading.category?.value === 2 && areBenign(reading.facts.coarse) ? 'coarse calcifications' : null,
    isFound('axilla', reading) && masses.length === 0 ? 'axillary node' : null,
  ].filter((words) => words !== null);
  return seen.length === 0 ? '' : `: ${seen.join(' and ')}`;
}

function isFound(wanted: BreastReading['findings'][number]['type'], { findings }: BreastReading): boolean {
  return findings.some(({ type, state }) => type === wanted && state === 'found');
}

function massWords(masses: readonly MassFinding[], reading: BreastReading): string {
  const [mass] = masses;
  if (mass === undefined) return '';
  // Where there is more than one thing to name, places stand with the findings.
  const isAlone = masses.length === 1 && !isFound('calcification', reading);
  const words = [
    massKind(mass.descriptors),
    sizeWords(mass),
    isAlone ? massPlaceIn(reading, mass)?.replace(/ \([^)]*\)$/, '') : null,
  ]
    .filter(Boolean)
    .join(', ');
  return masses.length > 1
    ? `${masses.length} masses, the most likely ${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`
    : words;
}

function sizeWords({ measurements }: MassFinding): string | null {
  const mm = measured(measurements, 'longest_diameter', 'mm');
  const px = measured(measurements, 'longest_diameter', 'px');
  return mm !== null ? `${mm} mm` : px !== null ? `${px} px` : null;
}
