import { numberOf, textOf } from '@second-read/core/exam/facts';
import type { StoredExam, StoredExamFinding } from '@second-read/core/exam/stored-exam';
import { capitalized } from '@second-read/core/report/sentences';
import { inLung, isMass } from './lesion-name.ts';
import { byImportance } from './lesion-rank.ts';
import { lesionsIn } from './lesion-words.ts';
import { opacitiesInBrief } from './opacity-words.ts';

/** The report of a chest CT: its most important lesion, the others by side, what follows, the opacities. */
export function conclusionOf(exam: StoredExam): string {
  const [first, ...others] = lesionsIn(exam).toSorted(byImportance);
  const opacities = opacitiesInBrief(exam);
  if (exam.reading.facts.hasLungs === false && !first && opacities.length === 0)
    return 'No conclusion: no lung was found on the slices.';
  const isLeft = (numberOf(exam.reading.facts, 'unlisted') ?? 0) > 0;
  const none = isLeft ? 'No listed nodule or mass is left.' : 'No nodule or mass identified.';
  const lesion = first === undefined ? none : `${capitalized(lesionWords(first))}.`;
  return [lesion, ...othersWords(others), ...adviceFor(first), ...opacities].join(' ');
}

function adviceFor(first: StoredExamFinding | undefined): string[] {
  return first && isMass(first) ? ['Suspicious for malignancy; further work-up is advised.'] : [];
}

/** "solid mass of 62 mm in the right lung" */
function lesionWords({ facts, side, diameterMm, type }: StoredExamFinding): string {
  const density = textOf(facts, 'density');
  const size = diameterMm === null ? [] : [`of ${diameterMm.toFixed(0)} mm`];
  const what = [...(density === null ? [] : [density]), type, ...size].join(' ');
  return side === null ? `${what}, side not determined` : `${what} ${inLung(side)}`;
}

/** "Further: 1 mass and 2 nodules in the left lung; a nodule in the right lung." */
function othersWords(others: readonly StoredExamFinding[]): string[] {
  const places = [...new Set(others.map(({ side }) => side))].map((side) => {
    const here = others.filter((other) => other.side === side);
    const masses = here.filter(isMass).length;
    const counted = [...countWords(masses, 'mass', 'masses'), ...countWords(here.length - masses, 'nodule')];
    const where = side === null ? ', side not determined' : ` ${inLung(side)}`;
    return `${counted.join(' and ')}${where}`;
  });
  return places.length === 0 ? [] : [`Further: ${places.join('; ')}.`];
}

function countWords(count: number, one: string, several = `${one}s`): string[] {
  if (count === 0) return [];
  return [count === 1 ? `a ${one}` : `${count} ${several}`];
}
