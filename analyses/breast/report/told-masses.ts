import type { FindingPlace, ReportDetail } from '@second-read/core/report/document';
import { numberOf, type ReportText, stringOf } from '@second-read/core/report/report-text';

const sentence = /^(Mass \d+): (.+)$/s;

/** Each mass that sentences of a reply, or of an earlier version, tell of. */
export function massesIn(sentences: readonly string[]): ReportDetail[] {
  return sentences.flatMap((each) => {
    const [, label, value] = sentence.exec(each) ?? [];
    return label === undefined || value === undefined ? [] : [{ label, value }];
  });
}

/** Each mass of a `report_text` with several, as it stands there; empty where there is one. */
export function toldMasses(text: ReportText): ReportDetail[] {
  const masses = massesIn(text.comments);
  return numberOf(text, 'mass') === 1 && masses.length > 1 ? masses : [];
}

const place = /^(\d+(?:\.\d+)?),(\d+(?:\.\d+)?)$/;

/** Where each mass of that list lies, under its number; empty in reports that do not say so of every one. */
export function toldPlaces(text: ReportText): FindingPlace[] {
  const places = (stringOf(text, 'mass_places') ?? '').split(';').flatMap((each, index) => {
    const [, x, y] = place.exec(each) ?? [];
    return x === undefined || y === undefined ? [] : [{ number: index + 1, x: Number(x), y: Number(y) }];
  });
  return places.length === toldMasses(text).length ? places : [];
}
