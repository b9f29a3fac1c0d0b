import { keptTexts } from '@second-read/core/reading/told';
import type { FindingPlace, ReportDetail } from '@second-read/core/report/document';
import type { BreastReading } from '../reading/schema.ts';
import { foundMasses, massDetail } from './mass-words.ts';
import { textsOf } from './sentences.ts';

/** Each mass that sentences of a reply, or of an earlier version, tell of. */
export function massesIn(sentences: readonly string[]): ReportDetail[] {
  return sentences.flatMap((each) => {
    const [, label, value] = /^(Mass \d+): (.+)$/s.exec(each) ?? [];
    return label === undefined || value === undefined ? [] : [{ label, value }];
  });
}

/** Each mass of a report with several; empty where there is one, whose details stand by themselves. */
export function massList(reading: BreastReading): ReportDetail[] {
  const kept = keptTexts(reading);
  const found = foundMasses(reading);
  const masses = kept ? massesIn(kept.comments) : found.map(massDetail);
  return found.length > 0 && masses.length > 1 ? masses : [];
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
