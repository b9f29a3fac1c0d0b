import { numberOf } from '@second-read/core/exam/facts';
import { shareText } from '@second-read/core/report/percent';
import { capitalized } from '@second-read/core/report/sentences';
import type { MatchedLesion } from './matches.ts';
import type { ExamView } from './views.ts';

const typeWords: Readonly<Record<string, string>> = { mass: 'Mass', calcification: 'Grouped calcifications' };

/**
 * "Left breast: mass of 18 mm on CC and MLO, 62 and 58 mm from the nipple (model score 62 %)."; `views` are
 * those of the exam.
 */
export function lesionSentence(
  { side, type, marks, score }: MatchedLesion,
  views: readonly ExamView[],
): string {
  const sizeMm =
    marks.map(({ mark }) => numberOf(mark.facts, 'sizeMm')).find((size) => size !== null) ?? null;
  const size = sizeMm === null ? estimatedSize(marks) : ` of ${sizeMm.toFixed(0)} mm`;
  const shown = [...new Set(marks.map(({ view }) => view.view))];
  const other = views.find((one) => one.side === side && !shown.includes(one.view))?.view;
  const seen = shown.length > 1 ? `on ${shown.join(' and ')}` : `on ${shown[0]} alone`;
  const unmatched = shown.length === 1 && other !== undefined ? `, unmatched on ${other}` : '';
  const what = (typeWords[type] ?? type).toLowerCase();
  return `${capitalized(side)} breast: ${what}${size} ${seen}${nippleWords(marks)}${unmatched} (model score ${shareText(score)}).`;
}

/** How far from the nipple each view shows it: both measure along the breast's depth. */
function nippleWords(marks: MatchedLesion['marks']): string {
  const distances = marks.map(nippleMm);
  if (distances.every((mm) => mm !== null))
    return `, ${distances.map((mm) => mm.toFixed(0)).join(' and ')} mm from the nipple`;
  const shares = marks.flatMap(({ mark }) => numberOf(mark.facts, 'nippleShare') ?? []);
  if (shares.length < marks.length) return '';
  const words = shares.map((share) => (100 * share).toFixed(0)).join(' and ');
  return `, at ${words} % of the breast's depth from the nipple`;
}

/** Null where the film has no pixel size, or no nipple was found. */
export function nippleMm({ view, mark }: MatchedLesion['marks'][number]): number | null {
  const { facts } = view.slice.evidence;
  const [depthPx, mmPerPixel] = [numberOf(facts, 'breastDepthPx'), numberOf(facts, 'mmPerPixel')];
  const share = numberOf(mark.facts, 'nippleShare');
  return share === null || depthPx === null || mmPerPixel === null ? null : share * depthPx * mmPerPixel;
}

function estimatedSize(marks: MatchedLesion['marks']): string {
  const about = marks
    .map(({ mark }) => numberOf(mark.facts, 'sizeMmEstimated'))
    .find((size) => size !== null && size !== undefined);
  return about === undefined || about === null ? '' : ` of about ${about.toFixed(0)} mm (by breast size)`;
}

const management: Readonly<Record<number, string>> = {
  0: 'incomplete; further views or comparison with priors',
  1: 'negative; routine screening',
  2: 'benign; routine screening',
  3: 'probably benign; only after full diagnostic work-up',
  4: 'suspicious; biopsy should be considered',
  5: 'highly suggestive of malignancy; biopsy',
  6: 'known malignancy',
};

/** "BI-RADS 4, suspicious: mass in the left breast; biopsy should be considered"; `what` from 3 on. */
export function categoryWords(value: number, what = ''): string {
  const [meaning, ...advice] = (management[value] ?? 'not known').split('; ');
  const told = what === '' || value < 3 ? meaning : `${meaning}: ${what}`;
  return `BI-RADS ${value}, ${[told, ...advice].join('; ')}`;
}

/** "masses in both breasts, grouped calcifications in the left breast" */
export function lesionsInWords(lesions: readonly MatchedLesion[]): string {
  const types = [...new Set(lesions.map(({ type }) => type))];
  return types
    .map((type) => {
      const alike = lesions.filter((lesion) => lesion.type === type);
      const sides = new Set(alike.map(({ side }) => side));
      const noun = type === 'mass' && alike.length > 1 ? 'masses' : (typeWords[type] ?? type).toLowerCase();
      return `${noun} in ${sides.size > 1 ? 'both breasts' : `the ${[...sides][0]} breast`}`;
    })
    .join(', ');
}

/** The category of one breast; its management is said once where it is that of the exam. */
export function breastWords(
  { side, value }: { side: ExamView['side']; value: number },
  whole: number,
): string {
  return `${capitalized(side)} breast: ${value === whole ? `BI-RADS ${value}` : categoryWords(value)}.`;
}

/** Differences of density between the sides of this many steps of four are told. */
const asymmetryFrom = 0.75;

export function densitySentences(views: readonly ExamView[], words: (category: number) => string): string[] {
  const left = densityOf(views, 'left');
  const right = densityOf(views, 'right');
  const sides = [left, right].filter((value) => value !== null);
  if (sides.length === 0) return [];
  // The denser breast decides (ACR BI-RADS 5th edition).
  const overall = words(Math.round(Math.max(...sides)));
  if (left === null || right === null) return [overall];
  const differs = Math.abs(left - right) >= asymmetryFrom;
  const each = `right ${letterOf(right)}, left ${letterOf(left)}`;
  return [
    overall,
    differs
      ? `Density asymmetry: the ${left > right ? 'left' : 'right'} breast is denser (ACR ${each}; ${Math.abs(left - right).toFixed(1)} steps apart).`
      : `No density asymmetry (ACR ${each}).`,
  ];
}

/** `b` of 2. */
function letterOf(density: number): string {
  return 'abcd'.charAt(Math.min(4, Math.max(1, Math.round(density))) - 1);
}

export function densityOf(views: readonly ExamView[], side: ExamView['side']): number | null {
  const values = views.flatMap((view) =>
    view.side === side ? (numberOf(view.slice.evidence.facts, 'density') ?? []) : [],
  );
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
