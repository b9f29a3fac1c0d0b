import { shareText } from '@second-read/core/report/percent';
import { marginWords, massDensityWords, shapeWords } from '../../report/lexicon.ts';
import type { BreastMeasures } from '../read-breast.ts';
import { massPlace } from './findings.ts';

/** Density sentences of 21 CFR 900.12(c)(1)(vi), said of the one breast that was read. */
const densitySentences = {
  1: 'This breast is almost entirely fatty.',
  2: 'This breast shows scattered areas of fibroglandular density.',
  3: 'This breast is heterogeneously dense, which may obscure small masses.',
  4: 'This breast is extremely dense, which lowers the sensitivity of mammography.',
} as const;

/**
 * Sentences in the order of a radiologist's report: composition, findings, what was not assessed, technique.
 */
export function breastComments(
  reading: BreastMeasures,
  axillaryNode: { fattyHilum: boolean } | null,
): string[] {
  return [
    densitySentences[reading.density.category],
    ...massSentences(reading),
    ...nippleSentences(reading),
    calcificationSentence(reading),
    ...belowSentences(reading),
    ...axillaSentences(reading, axillaryNode),
    notAssessedSentence(reading),
    techniqueSentence(reading),
  ];
}

function massSentences(reading: BreastMeasures): string[] {
  if (reading.masses.length === 0) return ['No mass identified on this view.'];
  return reading.masses.map((mass, k) => {
    const { description, candidate } = mass;
    const size =
      description.sizeMm === null
        ? `${Math.round(description.sizePx)} px, ${description.sizePercent.toFixed(0)} % of the breast width`
        : `${description.sizeMm.toFixed(1)} mm`;
    const words = `${massDensityWords[description.density]} ${shapeWords[description.shape]} mass with ${marginWords[description.definition]} margin`;
    return `Mass ${k + 1}: ${words}, ${size}, ${massPlace(reading, mass)} (model score ${shareText(candidate.lesion)}, for malignancy ${shareText(candidate.malignant)}).`;
  });
}

function nippleSentences({ nipples }: BreastMeasures): string[] {
  return nipples === 0 ? [] : ['A density at the nipple was taken for the nipple.'];
}

function calcificationSentence({ frame, namedClusters }: BreastMeasures): string {
  const best = namedClusters[0];
  if (best === undefined) return 'No grouped calcifications identified on this view.';
  // Without spacing the square centimetre is scaled from the breast's width, and must not be called one.
  const extent = frame.mmPerPixel === null ? '' : ' within one square centimeter';
  return `Grouped calcifications: ${best.spots.length} bright spots${extent} (model score ${shareText(best.probability)}); morphology not assessed.`;
}

/** So many marks below the operating point are placed in words. */
const maxPlaced = 3;

/** What the engine marks but does not name, so that the reader can look at it. */
function belowSentences(reading: BreastMeasures): string[] {
  const { massesBelow, clustersBelow } = reading;
  const places = massesBelow
    .slice(0, maxPlaced)
    .map(({ candidate, score }) => `${massPlace(reading, { candidate })} (model score ${shareText(score)})`);
  return [
    ...(places.length === 0
      ? []
      : [
          `${places.length === 1 ? 'A place' : `${massesBelow.length} places`} below the operating point, not named as a mass: ${places.join('; ')}.`,
        ]),
    ...(clustersBelow.length === 0
      ? []
      : [
          `Bright spots in ${clustersBelow.length === 1 ? 'one place' : `${clustersBelow.length} places`}, below the operating point for calcifications.`,
        ]),
  ];
}

function axillaSentences({ axilla }: BreastMeasures, node: { fattyHilum: boolean } | null): string[] {
  if (!axilla.assessable) return [];
  if (node === null) return ['No conspicuous node in the axillary field (unvalidated search).'];
  return [
    `Axillary node ${node.fattyHilum ? 'with' : 'without'} a measured fatty hilum (unvalidated search).`,
  ];
}

function notAssessedSentence({ axilla }: BreastMeasures): string {
  const left = axilla.assessable ? '' : 'axilla (not on this view), ';
  return `Not assessed: ${left}the other view, the other breast and earlier pictures.`;
}

function techniqueSentence({ frame, view, side }: BreastMeasures): string {
  const name = view.told ? `${view.name} view` : `view, taken for ${view.name} as ${muscleWords(view.name)}`;
  return [
    `Technique: one ${side === null ? '' : `${side} `}${name}`,
    ...(view.name === 'CC' ? ['lateral side up by hanging convention'] : []),
    ...(frame.inverted ? ['inverted (dense tissue dark) and turned for reading'] : []),
    ...(frame.mmPerPixel === null ? ['no pixel spacing, sizes in pixels'] : []),
  ]
    .join('; ')
    .concat('.');
}

function muscleWords(name: 'CC' | 'MLO'): string {
  return name === 'MLO' ? 'the pectoral muscle is seen' : 'no pectoral muscle is seen';
}
