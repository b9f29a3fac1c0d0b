import type { Finding } from '@second-read/core/analysis/finding';
import type { Birads } from './birads.ts';
import type { BreastReading } from './read-breast.ts';

/** Density sentences of 21 CFR 900.12(c)(1)(vi). */
const densitySentences = {
  1: 'The breasts are almost entirely fatty.',
  2: 'There are scattered areas of fibroglandular density.',
  3: 'The breasts are heterogeneously dense, which may obscure small masses.',
  4: 'The breasts are extremely dense, which lowers the sensitivity of mammography.',
} as const;

const shapes = { 1: 'oval', 2: 'rounded', 3: 'irregular' } as const;
const margins = { 1: 'well-defined', 2: 'ill-defined', 3: 'spiculated' } as const;
const densities = { 1: 'low-density', 2: 'equal-density', 3: 'high-density' } as const;

/** Sentences in the order of a radiologist's report: technique, composition, findings, limits. */
export function breastComments(
  reading: BreastReading,
  findings: readonly Finding[],
  birads: Birads,
): string[] {
  return [
    ...techniqueSentences(reading),
    densitySentences[reading.density.category],
    ...massSentences(reading),
    calcificationSentence(reading),
    axillaSentence(findings),
    ...limitSentences(reading, birads),
  ];
}

function techniqueSentences({ frame }: BreastReading): string[] {
  return frame.inverted ? ['The picture was inverted (dense tissue dark) and was turned for reading.'] : [];
}

function massSentences({ masses }: BreastReading): string[] {
  if (masses.length === 0) return ['No mass above the operating point.'];
  return masses.map(({ description, candidate }, k) => {
    const size =
      description.sizeMm === null
        ? `${Math.round(description.sizePx)} px, ${description.sizePercent.toFixed(0)} % of the breast width`
        : `${description.sizeMm.toFixed(0)} mm`;
    const words = `${densities[description.density]}, ${shapes[description.shape]} mass with ${margins[description.definition]} margin`;
    return `Mass ${k + 1}: ${words}, ${size} (probability of a true lesion ${percent(candidate.lesion)} %, of malignancy ${percent(candidate.malignant)} %).`;
  });
}

function calcificationSentence({ frame, namedClusters }: BreastReading): string {
  const best = namedClusters[0];
  // Without spacing the square centimetre is scaled from the breast's width, and must not be called one.
  const extent = frame.mmPerPixel === null ? 'close together' : 'within one square centimetre';
  return best === undefined
    ? 'No calcification cluster above the operating point.'
    : `${best.spots.length} bright spots ${extent} (probability of a calcification cluster ${percent(best.probability)} %).`;
}

function axillaSentence(findings: readonly Finding[]): string {
  const axilla = findings.find((finding) => finding.type === 'axilla');
  if (axilla?.attributes.assessable !== true)
    return 'This view shows no axillary field; the axilla was not assessed.';
  if (!axilla.found) return 'No conspicuous node in the axillary field (unvalidated search).';
  return axilla.attributes.fattyHilum === true
    ? 'Axillary node with a lucent centre (unvalidated search).'
    : 'Axillary node without a measured lucent centre (unvalidated search).';
}

function limitSentences({ frame }: BreastReading, birads: Birads): string[] {
  const size = frame.mmPerPixel === null ? ['The file gives no pixel spacing; sizes are in pixels.'] : [];
  const single =
    birads.category <= 2
      ? ['Read from a single view without priors; a normal result does not exclude a lesion.']
      : ['Read from a single view without priors; compare with the other view and earlier pictures.'];
  return [...size, ...single];
}

function percent(probability: number): number {
  return Math.round(100 * probability);
}
