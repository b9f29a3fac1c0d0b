import type { StoredView } from '@second-read/core/exam/exam-reading';
import { isSet, numberOf, textOf } from '@second-read/core/exam/facts';
import type { StoredExamFinding } from '@second-read/core/exam/stored-exam';
import { shareText } from '@second-read/core/report/percent';
import { capitalized } from '@second-read/core/report/sentences';
import { borderWords } from '../report/mass-words.ts';
import { fields } from '../review/fields.ts';
import { placeWords } from './place-facts.ts';

export const typeWords: Readonly<Record<string, string>> = {
  mass: 'mass',
  calcification: 'grouped calcifications',
};

/**
 * "Left breast: mass of 18 mm on CC and MLO, upper outer quadrant, middle depth, 62 and 58 mm from the nipple
 * (model score 62 %)."; `views` are those of the exam.
 */
export function lesionSentence(lesion: StoredExamFinding, views: readonly StoredView[]): string {
  const { side, type, probability } = lesion;
  const breast =
    side === null ? 'Side not determined' : side === 'both' ? 'Both breasts' : `${capitalized(side)} breast`;
  const score = probability === null ? '' : ` (model score ${shareText(probability)})`;
  const border = isSet(lesion.facts, 'atBorder') ? `, ${borderWords}` : '';
  const what = [typeWords[type] ?? type, ...describedAs(lesion)].join(', ');
  return `${breast}: ${what}${sizeWords(lesion)}${viewWords(lesion, views)}${border}${score}.`;
}

/** The words of the descriptors that a reader gave. */
function describedAs({ type, facts }: StoredExamFinding): string[] {
  const { descriptors = [] } = fields.types.find((each) => each.type === type) ?? {};
  return descriptors.flatMap(({ name, label, values }) => {
    const option = values.find(({ value }) => value !== null && value === facts[name]);
    return option === undefined ? [] : [`${label.toLowerCase()} ${option.label.toLowerCase()}`];
  });
}

function sizeWords({ diameterMm, facts }: StoredExamFinding): string {
  if (diameterMm !== null) return ` of ${diameterMm.toFixed(0)} mm`;
  const about = numberOf(facts, 'sizeMmEstimated');
  return about === null ? '' : ` of about ${about.toFixed(0)} mm, by breast size`;
}

function viewWords(lesion: StoredExamFinding, views: readonly StoredView[]): string {
  const shown = viewsShowing(lesion, views);
  if (shown.length === 0) return '';
  const other = views.find(({ side, view }) => side === lesion.side && !shown.includes(view))?.view;
  const seen = shown.length > 1 ? ` on ${shown.join(' and ')}` : ` on ${shown[0]} alone`;
  const unmatched = shown.length === 1 && other !== undefined ? `, unmatched on ${other}` : '';
  const where = placeWords(lesion).map((words) => `, ${words}`);
  return `${seen}${where.join('')}${nippleWords(lesion)}${unmatched}`;
}

/** Of its own side: a reader may state another than that of the picture. */
function viewsShowing({ slices, side, facts }: StoredExamFinding, all: readonly StoredView[]): string[] {
  const views = side === 'left' || side === 'right' ? all.filter((view) => view.side === side) : all;
  const shown = slices.flatMap(({ slice }) => views.filter((view) => view.slice === slice));
  const names = shown.map(({ view }) => view);
  return [...new Set(names.length > 0 ? names : (textOf(facts, 'views')?.split('+') ?? []))];
}

/** How far from the nipple each view shows it: both measure along the breast's depth. */
function nippleWords({ facts }: StoredExamFinding): string {
  const [mm, percent] = [textOf(facts, 'nippleMm'), textOf(facts, 'nipplePercent')];
  if (mm !== null && !mm.includes('?')) return `, ${mm.split('+').join(' and ')} mm from the nipple`;
  if (percent === null || percent.includes('?')) return '';
  return `, at ${percent.split('+').join(' and ')} % of the breast's depth from the nipple`;
}

/** "masses in both breasts, grouped calcifications in the left breast" */
export function lesionsInWords(lesions: readonly StoredExamFinding[]): string {
  const types = [...new Set(lesions.map(({ type }) => type))];
  return types
    .map((type) => {
      const alike = lesions.filter((lesion) => lesion.type === type);
      const sides = [...new Set(alike.map(({ side }) => side))];
      const noun = type === 'mass' && alike.length > 1 ? 'masses' : (typeWords[type] ?? type);
      const [side] = sides;
      const where =
        sides.length > 1 || side === 'both'
          ? 'in both breasts'
          : side
            ? `in the ${side} breast`
            : 'of undetermined side';
      return `${noun} ${where}`;
    })
    .join(', ');
}
