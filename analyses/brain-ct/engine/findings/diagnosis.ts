import { area } from '@second-read/core/pixels/regions/mask-logic';
import { fileSentences } from '@second-read/core/reading/file-facts';
import { shareText } from '@second-read/core/report/percent';
import { capitalized, listed } from '@second-read/core/report/sentences';
import { fileWords } from '../../report/file-words.ts';
import { techniqueSentences } from '../../report/technique.ts';
import { sharedReasons } from '../../report/words.ts';
import type { Measurements } from '../measure/measurements.ts';
import {
  bleedingSide,
  bleedingType,
  hasBleeding,
  isBleedingLeftOpen,
  mostLikelyType,
  unlikeWords,
} from './bleeding-words.ts';
import { noBrain, showsBrain } from './observation.ts';
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
  const inConclusion = hasBleeding(m) || isBleedingLeftOpen(m) ? 0 : 1;
  const open = clausesOf(seen, 'open');
  // Beside a bleeding it is asked for.
  const unshifted = hasBleeding(m) && seen.midline.judgement === 'unremarkable' ? [seen.midline] : [];
  return [
    conclusion(m, seen, found),
    ...(hasBleeding(m) && m.unlike.length > 0 ? [unlikeSentence(m)] : []),
    ...(isSmallWithin(m) ? [calcification] : []),
    ...[...found.slice(inConclusion), ...open, ...unshifted.flatMap(({ clause }) => clause ?? [])].map(
      (clause) => `${capitalized(clause)}.`,
    ),
    ...notAssessedSentences(seen),
    ...techniqueSentences({
      density: m.density.source,
      spacingKnown: m.mmPerPixel !== undefined,
      file: m.file,
    }),
    ...fileSentences(m.file, fileWords),
    'A single slice cannot exclude disease elsewhere in the head.',
  ];
}

/** Beside a bleeding that is named: what else was measured may be off. */
function unlikeSentence(m: Measurements): string {
  return `${capitalized(unlikeWords(m))}: sides, type and shift are to be checked.`;
}

/** Of the intracranial area: a calcified pineal gland or choroid plexus takes no more. */
const smallShare = 0.004;
const calcification = 'The dense area is small: a calcification is not excluded.';

/** A bleeding away from the skull that is no larger than a usual calcification. */
function isSmallWithin(m: Measurements): boolean {
  const pixels = area(m.bleedingRegion);
  if (!hasBleeding(m) || pixels === 0) return false;
  const type = mostLikelyType(m);
  return (type === 'iph' || type === 'ivh') && pixels < smallShare * area(m.skull.intracranial);
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
    return `Hemorrhage is not excluded, for review: ${unlikeWords(m)} ${score}.`;
  }
  if (isOpen(m, seen)) return `No conclusion: this slice shows ${noBrain(m)}.`;
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

/** One sentence a reason; what has none of its own comes last, with what no slice is read for. */
function notAssessedSentences(seen: Observations): string[] {
  const left = keys.filter((key) => seen[key].judgement === 'not assessed');
  const shared = Object.entries(sharedReasons).flatMap(([reason, words]) => {
    const alike = left.filter((key) => seen[key].reason === reason);
    return alike.length === 0 ? [] : [`${listed(alike.map((key) => names[key]))} (${words})`];
  });
  const others = left.filter((key) => sharedReasons[seen[key].reason ?? 'undecided'] === undefined);
  return [...shared, listed([...others.map((key) => names[key]), 'skull fracture'])].map(
    (what, at) => `${at === 0 ? 'Not assessed on this slice' : 'Also not assessed'}: ${what}.`,
  );
}
