import { shareText } from '@second-read/core/report/percent';
import type { Measurements } from '../measure/measurements.ts';
import {
  bleedingSide,
  bleedingType,
  hasBleeding,
  isBleedingLeftOpen,
  unlikeWords,
} from './bleeding-words.ts';
import { showsBrain } from './observation.ts';
import { type Observations, observe } from './observations.ts';

/** Names in "Not assessed on this slice" and in what was judged. */
const names: Readonly<Record<keyof Observations, string>> = {
  haemorrhage: 'hemorrhage',
  midline: 'midline',
  cisterns: 'basal cisterns',
  massEffect: 'mass effect',
  ventricles: 'ventricles',
  hypodense: 'hypodense areas',
  sulci: 'sulci',
  volume: 'parenchymal volume',
};
const keys = Object.keys(names) as (keyof Observations)[];

/**
 * The sentences of the diagnosis: the conclusion first, then what else was seen, what is open and what was
 * not assessed.
 */
export function diagnose(m: Measurements, seen: Observations = observe(m)): string[] {
  const found = clausesOf(seen, 'abnormal');
  const inConclusion = hasBleeding(m) ? 0 : 1;
  const open = clausesOf(seen, 'open');
  return [
    conclusion(m, seen, found),
    ...[...found.slice(inConclusion), ...open].map((clause) => `${capitalized(clause)}.`),
    notAssessedSentence(seen),
    techniqueSentence(m),
    'A single slice cannot exclude disease elsewhere in the head.',
  ];
}

/** Whether the slice allows no conclusion: no brain to judge, and nothing that was seen. */
export function isOpen(m: Measurements, seen: Observations): boolean {
  if (hasBleeding(m) || isBleedingLeftOpen(m) || showsBrain(m)) return false;
  return clausesOf(seen, 'abnormal').length === 0;
}

function conclusion(m: Measurements, seen: Observations, found: readonly string[]): string {
  const score = `(model score ${shareText(m.bleeding.probability)})`;
  if (hasBleeding(m)) {
    const pressing = seen.massEffect.judgement === 'abnormal' ? ', with mass effect' : '';
    return `Suspected acute intracranial hemorrhage${bleedingSide(m)}: ${bleedingType(m)}${pressing} ${score}; urgent review is advised.`;
  }
  if (isBleedingLeftOpen(m)) {
    const further = found[0] === undefined ? '' : `; ${found[0]}`;
    return `Hemorrhage is not excluded and the slice is up for review: ${unlikeWords(m)}, unlike those that the reading was measured on ${score}${further}.`;
  }
  if (isOpen(m, seen))
    return `No conclusion: this slice shows no brain that can be judged (level ${m.level}, or window unsuitable).`;
  const bleeding = showsBrain(m)
    ? `No hemorrhage detected on this slice ${score}`
    : 'Hemorrhage was not assessed';
  if (found[0] !== undefined) return `${bleeding}; ${found[0]}.`;
  const judged = keys.filter(
    (key) => key !== 'haemorrhage' && key !== 'massEffect' && seen[key].judgement === 'unremarkable',
  );
  return judged.length === 0
    ? `${bleeding}.`
    : `${bleeding}; no other abnormality measured (judged: ${listed(judged.map((key) => names[key]))}).`;
}

/** Mass effect is a sum of signs that the other clauses name. */
function clausesOf(seen: Observations, judgement: 'abnormal' | 'open'): string[] {
  return keys
    .filter((key) => key !== 'haemorrhage' && !(key === 'massEffect' && judgement === 'abnormal'))
    .filter((key) => seen[key].judgement === judgement)
    .flatMap((key) => seen[key].clause ?? []);
}

function notAssessedSentence(seen: Observations): string {
  const left = keys.filter((key) => seen[key].judgement === 'not assessed').map((key) => names[key]);
  return `Not assessed on this slice: ${listed([...left, 'skull fracture'])}.`;
}

function techniqueSentence(m: Measurements): string {
  const densities = m.density.source === 'measured' ? 'densities in HU of the file' : 'densities estimated';
  const spacing = m.mmPerPixel === undefined ? ', no pixel spacing' : '';
  return `Technique: one slice, ${densities}${spacing}.`;
}

function listed(words: readonly string[]): string {
  return words.length < 2
    ? words.join('')
    : `${words.slice(0, -1).join(', ')} and ${words[words.length - 1]}`;
}

function capitalized(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
