import { numberOf, textOf } from '@second-read/core/exam/facts';
import { volumeWords } from '@second-read/core/exam/report/lesion-words';
import { shownOn } from '@second-read/core/exam/report/slice-words';
import type { StoredExam, StoredExamFinding } from '@second-read/core/exam/stored-exam';
import { shareText } from '@second-read/core/report/percent';
import { numbered } from '@second-read/core/report/sentences';
import { inLung, nameOf } from './lesion-name.ts';

/** The nodules and masses that are there. */
export function lesionsIn({ findings }: Pick<StoredExam, 'findings'>): StoredExamFinding[] {
  return findings.filter(({ found, type }) => found && (type === 'nodule' || type === 'mass'));
}

export function lesionSentences(exam: StoredExam): string[] {
  const lesions = lesionsIn(exam);
  const names = numbered(lesions.map(nameOf));
  return lesions.map((lesion, n) => lesionSentence(lesion, names[n] ?? nameOf(lesion), exam));
}

/**
 * "Mass 1: solid, mean diameter 48.2 mm, 52.3 ml, slices 8 to 14 (model score 84 %). Mass 1 lies in the
 * right lung, upper third, posterior, touching the pleura."
 */
function lesionSentence(lesion: StoredExamFinding, name: string, exam: StoredExam): string {
  const subject = /\d$/.test(name) ? name : `The ${name.toLowerCase()}`;
  const { side, facts, probability } = lesion;
  const third = textOf(facts, 'third');
  const depth = textOf(facts, 'frontToBack');
  const where = [
    side === null ? ': side not determined' : ` lies ${inLung(side)}`,
    ...(third === null ? [] : [third]),
    ...(depth === null ? [] : [depth === 'middle' ? 'between front and back' : depth]),
    ...pleuraWords(numberOf(facts, 'pleuraMm')),
  ].join(', ');
  const parts = [
    textOf(facts, 'density') ?? 'density not determined',
    ...solidWords(lesion),
    sizeWords(lesion),
    ...volumeWords(lesion),
    ...shownOn(lesion, exam),
  ];
  const score = probability === null ? '' : ` (model score ${shareText(probability)})`;
  return `${name}: ${parts.join(', ')}${score}. ${subject}${where}.`;
}

function sizeWords({ diameterMm, facts }: StoredExamFinding): string {
  if (diameterMm !== null) return `mean diameter ${diameterMm.toFixed(1)} mm`;
  const px = numberOf(facts, 'diameterPx');
  return px === null ? 'size not stated' : `mean diameter ${px.toFixed(0)} px, pixel size unknown`;
}

/** Nearer than this the edge of lung and that of the nodule cannot be distinguished. */
const touchesWithinMm = 1;

function pleuraWords(pleuraMm: number | null): string[] {
  if (pleuraMm === null) return [];
  return [pleuraMm < touchesWithinMm ? 'touching the pleura' : `${pleuraMm.toFixed(0)} mm from the pleura`];
}

function solidWords({ facts }: StoredExamFinding): string[] {
  const solidMm = numberOf(facts, 'solidMm');
  return textOf(facts, 'density') === 'part-solid' && solidMm ? [`solid part ${solidMm.toFixed(1)} mm`] : [];
}
