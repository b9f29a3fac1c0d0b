import { percentText } from '@second-read/core/report/percent';
import { numberOf, type ReportText, stringOf } from '@second-read/core/report/report-text';
import { marginWords, massDensityWords, shapeWords } from './lexicon.ts';

/** Whether the picture looks suspicious though nothing was located: no category can be given. */
export function isIncomplete(text: ReportText): boolean {
  return stringOf(text, 'assessment') === 'incomplete';
}

/** The conclusion of a breast report in one sentence, from the fields of its wire alone. */
export function impressionOf(text: ReportText): string {
  if (isIncomplete(text)) return incomplete(text);
  const seen = seenWords(text);
  switch (numberOf(text, 'birads_cat')) {
    case 1:
      return 'Negative on this view: no mass and no grouped calcifications identified; one view does not exclude a lesion.';
    case 2:
      return `Benign finding${seen}.`;
    case 3:
      return `Probably benign${seen}; a full diagnostic work-up comes first.`;
    case 4:
      return `Suspicious${partWords(text)}${seen}; work-up and biopsy are usually advised.`;
    case 5:
      return `Highly suggestive of malignancy${seen}; tissue diagnosis is advised.`;
    case 6:
      return 'Known cancer.';
    default:
      return 'No conclusion: the result names no category.';
  }
}

function incomplete(text: ReportText): string {
  // Of a mass that a reader added and did not describe.
  if (numberOf(text, 'mass') === 1)
    return `Incomplete${seenWords(text)}; without margin and shape it cannot be judged.`;
  const marks = numberOf(text, 'marks_below') ?? 0;
  if (marks > 0) return unnamed(marks);
  const score = numberOf(text, 'malignancy_score');
  // Results without the line were stored when the limit was 2 % (docs/decisions/025).
  const limit = numberOf(text, 'marks_below') === null ? '2 %' : 'what a negative view may have';
  const measured = score === null ? '' : ` (${percentText(score)})`;
  return `Incomplete: no lesion was located, but the picture's own score for malignancy${measured} is above ${limit}; further views and comparison with earlier pictures are needed.`;
}

/** Nothing reached the operating point, and something came near it. */
function unnamed(marks: number): string {
  const [count, them] = marks === 1 ? ['1 mark', 'it'] : [`${marks} marks`, 'them'];
  return `No mass and no grouped calcifications at the operating point, ${count} below it: the view is not called negative; look at ${them} in the picture.`;
}

/** " (research estimate 4C)", as the rule that led to the category names its part. */
function partWords({ trace }: ReportText): string {
  const part = trace.map((rule) => /^(4[ABC]): /.exec(rule)?.[1]).find((found) => found !== undefined);
  return part === undefined ? '' : ` (research estimate ${part})`;
}

/** ": high-density irregular mass with spiculated margin, 38 px, central, middle depth" */
function seenWords(text: ReportText): string {
  const seen = [
    numberOf(text, 'calcification') === 1 ? 'grouped calcifications' : null,
    numberOf(text, 'mass') === 1 ? massWords(text) : null,
    numberOf(text, 'axilla_findings') === 1 && numberOf(text, 'mass') !== 1 ? 'axillary node' : null,
  ].filter((words) => words !== null);
  return seen.length === 0 ? '' : `: ${seen.join(' and ')}`;
}

function massWords(text: ReportText): string {
  const of = (words: Readonly<Record<number, string>>, key: string) => words[numberOf(text, key) ?? 0];
  const margin = of(marginWords, 'mass_definition');
  const kind = [of(massDensityWords, 'mass_density'), of(shapeWords, 'mass_shape'), 'mass']
    .filter(Boolean)
    .join(' ');
  const words = [
    margin === undefined ? kind : `${kind} with ${margin} margin`,
    sizeWords(text),
    stringOf(text, 'mass_location'),
  ]
    .filter(Boolean)
    .join(', ');
  const count = numberOf(text, 'mass_count') ?? 1;
  return count > 1
    ? `${count} masses, the most likely ${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`
    : words;
}

function sizeWords(text: ReportText): string | null {
  const mm = numberOf(text, 'mass_size_mm');
  const px = numberOf(text, 'mass_size_px');
  return mm !== null ? `${mm} mm` : px !== null ? `${px} px` : null;
}
