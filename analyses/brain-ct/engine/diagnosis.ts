import type { Measurements } from './measurements.ts';
import * as observe from './observations.ts';
import { sideOf } from './regions.ts';

/** The sentences of the diagnosis, most urgent first. Nothing is called normal; what was not judged is named. */
export function diagnose(m: Measurements): string[] {
  const sentences = [haemorrhageSentence(m)];
  if (m.assessable.shift && Math.abs(m.midline?.shift ?? 0) >= observe.shiftFrom) {
    sentences.push(`Midline: ${lowered(observe.midlineShift(m))}.`);
  }
  const index = m.csf?.evansIndex ?? 0;
  if (m.assessable.ventricles && index > observe.evansDilated) {
    sentences.push(
      `Dilated lateral ventricles (Evans index ${index.toFixed(2)}); hydrocephalus or volume loss.`,
    );
  }
  if ((m.hypodense?.fraction ?? 0) > 0 && m.assessable.hypodensity) {
    sentences.push(
      `Hypodense area: ${lowered(observe.hypodenseAreas(m))}; infarction, oedema or an old defect.`,
    );
  }
  const side = observe.effacedSide(m);
  if (side !== undefined) sentences.push(`Sulci effaced on the ${side}.`);
  if (sentences.length === 1 && !observe.hasBleeding(m)) {
    const judged = judgedWords(m);
    if (judged !== '') sentences.push(`No other abnormality was measured (judged: ${judged}).`);
  }
  sentences.push(notJudged(m), 'A single slice cannot exclude disease elsewhere in the head.');
  return sentences;
}

function haemorrhageSentence(m: Measurements): string {
  const percent = `${(100 * m.bleeding.probability).toFixed(0)} %`;
  if (!observe.hasBleeding(m)) return `No haemorrhage was detected on this slice (probability ${percent}).`;
  const side = sideOf(m.bleedingRegion, m);
  const where = side === undefined ? '' : ` on the ${side}`;
  const name = observe.bleedingNames[observe.mostLikelyType(m)];
  return `Suspected acute intracranial haemorrhage${where}, most like ${name} (probability ${percent}). Urgent review is advised.`;
}

const parts = [
  ['shift', 'midline'],
  ['ventricles', 'ventricles'],
  ['cisterns', 'basal cisterns'],
  ['sulci', 'sulci'],
  ['hypodensity', 'hypodense areas'],
] as const;

function judgedWords(m: Measurements): string {
  return listed(parts.filter(([key]) => m.assessable[key]).map(([, name]) => name));
}

function notJudged(m: Measurements): string {
  const names = parts.filter(([key]) => !m.assessable[key]).map(([, name]) => name);
  return `Not assessed on this slice: ${listed([...names, 'skull fracture'])}.`;
}

function listed(names: readonly string[]): string {
  return names.length < 2
    ? names.join('')
    : `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`;
}

function lowered(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
