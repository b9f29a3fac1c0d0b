import { percentText } from '@second-read/core/report/percent';
import { type BreastFinding, type BreastReading, compositions } from '../reading/schema.ts';

type Composition = (typeof compositions)[number];

/** Density sentences of 21 CFR 900.12(c)(1)(vi), said of the one breast that was read. */
const densitySentences: Readonly<Record<Composition, string>> = {
  fatty: 'This breast is almost entirely fatty.',
  scattered: 'This breast shows scattered areas of fibroglandular density.',
  heterogeneous: 'This breast is heterogeneously dense, which may obscure small masses.',
  extreme: 'This breast is extremely dense, which lowers the sensitivity of mammography.',
};

/**
 * Mean absolute error of the area share, in points of percent: 32 films of DDSM with drawn outlines that no
 * network saw (7.8).
 */
const shareErrorPoints = 8;
/**
 * Percent below which two categories are told. Of 138 MIAS films, out of fold by patient, 30 lie below: the
 * likeliest grade is right in 15 of them, one of the likeliest two in 28.
 */
const sureFrom = 50;

/** "24.1 % (8 points off on average)"; of what another program measured the error is not known. */
function areaText({ origin }: Pick<BreastReading, 'origin'>, percent: number): string {
  const share = percentText(percent);
  return origin === 'engine' ? `${share} (${shareErrorPoints} points off on average)` : share;
}

/** The sentence of the law, then the category as an aid beside the area share and its error. */
export function densityComments(reading: BreastReading): string[] {
  const tissue = reading.findings.find(isTissue);
  const composition = tissue?.descriptors.composition;
  if (tissue === undefined || !composition) return [];
  return [densitySentences[composition], ...aidSentence(reading, composition, tissue.certainty)];
}

function isTissue(finding: BreastFinding): finding is Extract<BreastFinding, { type: 'breast tissue' }> {
  return finding.type === 'breast tissue';
}

function aidSentence(reading: BreastReading, composition: Composition, certainty: number | null): string[] {
  const { density, percentDensity } = reading.facts;
  const area =
    percentDensity === null ? [] : [`fibroglandular area of the breast ${areaText(reading, percentDensity)}`];
  // What a reader states is no aid to the reader.
  const isStated = reading.reviewed === true && certainty === null;
  const letters = isStated ? [] : [`BI-RADS density ${lettersOf(composition, certainty, density)}`];
  const words = [...letters, ...area].join('; ');
  return words === '' ? [] : [`As an aid: ${words}.`];
}

/** "b", or "a or b" where no category is likelier than not; `density` says on which side the second lies. */
function lettersOf(composition: Composition, certainty: number | null, density: number | null): string {
  const at = compositions.indexOf(composition);
  const other = certainty === null || density === null || certainty >= sureFrom ? at : nextTo(at, density);
  const [low, high] = [Math.min(at, other), Math.max(at, other)];
  return low === high ? 'abcd'.charAt(at) : `${'abcd'.charAt(low)} or ${'abcd'.charAt(high)}`;
}

/** Categories count from 0 here, and from 1 in `density`. */
function nextTo(at: number, density: number): number {
  const other = density - 1 >= at ? at + 1 : at - 1;
  return Math.min(compositions.length - 1, Math.max(0, other));
}
