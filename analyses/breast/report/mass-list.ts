import type { FindingPlace, ReportDetail } from '@second-read/core/report/document';
import type { BreastReading } from '../reading/schema.ts';
import { foundMasses } from './mass-words.ts';
import { textsOf } from './sentences.ts';

const sentence = /^(Mass \d+): (.+)$/s;

/** Each mass of a report with several; empty where there is one, whose details stand by themselves. */
export function massList(reading: BreastReading): ReportDetail[] {
  const masses = textsOf(reading).comments.flatMap((comment) => {
    const [, label, value] = sentence.exec(comment) ?? [];
    return label === undefined || value === undefined ? [] : [{ label, value }];
  });
  return foundMasses(reading).length > 0 && masses.length > 1 ? masses : [];
}

/** Where each mass of that list lies, under its number; empty in reports that do not say so of every one. */
export function massPlaces(reading: BreastReading): FindingPlace[] {
  const places = foundMasses(reading).flatMap(({ region }, index) =>
    region?.centre ? [{ number: index + 1, ...region.centre }] : [],
  );
  return places.length === massList(reading).length ? places : [];
}

/** The sentences but for those masses, which stand under the finding: one list, and all of them in it. */
export function otherSentences(reading: BreastReading): readonly string[] {
  const listed = new Set(massList(reading).map(({ label, value }) => `${label}: ${value}`));
  return textsOf(reading).comments.filter((comment) => !listed.has(comment));
}
