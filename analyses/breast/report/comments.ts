import { fileSentences, sideWords } from '@second-read/core/reading/file-facts';
import { measured } from '@second-read/core/reading/measurement';
import { percentText } from '@second-read/core/report/percent';
import { negativeBelow } from '../reading/birads.ts';
import type { BreastFinding, BreastReading, CoarseForm, OtherView } from '../reading/schema.ts';
import { isUnclear } from '../reading/to-judge.ts';
import { densityComment } from './density-words.ts';
import { fileWords } from './file-words.ts';
import { foundMasses, massDetail, massPlaceWords } from './mass-words.ts';
import { placeWords } from './place-words.ts';
import { noteWords, techniqueNotes } from './technique-notes.ts';
import { missedWords, tooSmallWords } from './words.ts';

/**
 * Sentences in the order of a radiologist's report: composition, findings, what was not assessed, technique.
 */
export function commentsOf(reading: BreastReading): string[] {
  if (!reading.legible) return [];
  return [
    ...densityComment(reading),
    ...findingComments(reading),
    ...wholeViewComments(reading),
    ...nippleComments(reading),
    ...coarseComments(reading),
    ...belowComments(reading),
    ...axillaComments(reading),
    notAssessedComment(reading),
    techniqueComment(reading),
    ...estimateComment(reading),
    ...prevalenceComment(reading),
    ...unsureViewComment(reading),
    ...fileSentences(reading.input.file && { ...reading.input.file, isDeclared: true }, fileWords),
  ];
}

function findingOf<T extends BreastFinding['type']>({ findings }: BreastReading, type: T) {
  return findings.find((each): each is Extract<BreastFinding, { type: T }> => each.type === type);
}

/** Chances of malignancy, percent, that part category 4 (ACR BI-RADS 5th edition, 4A to 4C). */
const partsFrom = [10, 50] as const;

/** Where the view scores for a higher part of category 4 than any mass that it names, or high without one. */
function wholeViewComments(reading: BreastReading): string[] {
  const { malignant } = reading.facts;
  const named = foundMasses(reading).map(({ measurements }) =>
    measured(measurements, 'malignancy', 'percent'),
  );
  const known = named.filter((value) => value !== null);
  if (malignant === null) return [];
  if (named.length === 0) {
    if (malignant < 100 * negativeBelow) return [];
    return [
      `The whole view scores ${percentText(malignant)} for malignancy, and no mass is named: look at the rest of it as well.`,
    ];
  }
  if (!partsFrom.some((limit) => malignant > limit && Math.max(...known) <= limit)) return [];
  return [
    `The whole view scores ${percentText(malignant)} for malignancy, more than ${known.length === 1 ? 'the named mass' : 'any named mass'}: look at the rest of it as well.`,
  ];
}

function nippleComments({ facts }: BreastReading): string[] {
  return facts.nippleDensities ? ['A density at the nipple was taken for the nipple.'] : [];
}

/** What was found, and in one sentence what was not. */
function findingComments(reading: BreastReading): string[] {
  const masses = foundMasses(reading);
  const finding = findingOf(reading, 'calcification');
  const { spread } = reading.facts;
  const hasGroup = finding?.state === 'found';
  const absent = [
    ...(masses.length === 0 ? ['mass'] : []),
    ...(hasGroup || isTooSmall(reading) || spread !== undefined ? [] : ['grouped calcifications']),
  ];
  return [
    ...masses.map(massDetail).map(({ label, value }) => `${label}: ${value}`),
    ...(hasGroup ? [groupComment(reading, finding)] : []),
    ...(spread === undefined ? [] : [spreadComment(spread)]),
    ...(absent.length === 0 ? [] : [`No ${absent.join(' or ')} identified on this view.`]),
    ...(isTooSmall(reading) ? [tooSmallWords] : []),
  ];
}

/** As the engine says of calcifications that it did not search for. */
export function isTooSmall(reading: BreastReading): boolean {
  return findingOf(reading, 'calcification')?.reason === 'not_measurable';
}

function spreadComment({ spots, place }: NonNullable<BreastReading['facts']['spread']>): string {
  const where = place === null ? '' : ` (${placeWords(place)})`;
  return `${spots} bright spots over a larger area${where}: segmental or regional calcifications are possible; their form and distribution are for the reader to judge.`;
}

function groupComment(reading: BreastReading, finding: BreastFinding): string {
  const spots = measured(finding.measurements, 'spots', 'count');
  const groups = measured(finding.measurements, 'clusters', 'count') ?? 1;
  // Without spacing the square centimeter is scaled from the breast's width, and must not be called one.
  const extent = reading.input.spacingKnown === true ? ' within one square centimeter' : '';
  const score = finding.certainty === null ? '' : ` (model score ${percentText(finding.certainty)})`;
  const count = spots === null || spots === 0 ? 'found' : `${spots} bright spots${extent}`;
  const [where, spread] =
    groups > 1
      ? [
          ` in ${groups} places, the likeliest`,
          ' Several groups may be one linear or segmental distribution.',
        ]
      : ['', ''];
  return `Grouped calcifications${where}: ${count}${score}; morphology and distribution not assessed.${reading.facts.spread === undefined ? spread : ''}`;
}

export const coarseWords: Readonly<Record<CoarseForm, string>> = {
  round: 'round',
  rim: 'with a lucent center',
  rod: 'rod-like or vascular',
  irregular: 'irregular',
};
/** So many are placed in words; more are counted. */
const maxCoarseTold = 2;

/** Benign by form: ACR BI-RADS 5th edition, calcifications. */
function coarseComments({ facts: { coarse } }: BreastReading): string[] {
  if (coarse == null || coarse.length === 0) return [];
  const told = coarse.slice(0, maxCoarseTold).map(({ form, sizeMm, place }) => {
    const where = place === null ? '' : ` (${placeWords(place)})`;
    return `${coarseWords[form]}, about ${sizeMm} mm${where}`;
  });
  const count = coarse.length === 1 ? 'A coarse calcification' : `${coarse.length} coarse calcifications`;
  const rest = coarse.length > maxCoarseTold ? '; and others' : '';
  const judged = isUnclear(coarse)
    ? 'Their form and distribution are for the reader to judge.'
    : `${coarse.length === 1 ? 'This form is' : 'These forms are'} typically benign.`;
  return [`${count}: ${told.join('; ')}${rest}.`, judged];
}

/** So many marks below the operating point are placed in words. */
const maxPlaced = 3;

/** What the engine marks but does not name, so that the reader can look at it. */
function belowComments({ facts: { below, spread } }: BreastReading): string[] {
  const { masses = [] } = below ?? {};
  // What is spread over a larger area has a sentence of its own.
  const clusters = (below?.clusters ?? 0) - Number(spread !== undefined);
  const places = masses
    .slice(0, maxPlaced)
    .map(({ place, score }) => `${massPlaceWords(place)} (model score ${percentText(score)})`);
  return [
    ...(places.length === 0
      ? []
      : [
          `${masses.length === 1 ? 'A place' : `${masses.length} places`} to look at, not named as a mass: ${places.join('; ')}.`,
        ]),
    ...(clusters <= 0
      ? []
      : [
          `Bright spots in ${clusters === 1 ? 'one place' : `${clusters} places`}, not named as grouped calcifications.`,
        ]),
  ];
}

function axillaComments(reading: BreastReading): string[] {
  const axilla = findingOf(reading, 'axilla');
  if (axilla?.state !== 'found') return [];
  const hilum = axilla.descriptors?.fattyHilum;
  return [
    hilum == null ? 'Axillary node.' : `Axillary node ${hilum ? 'with' : 'without'} a measured fatty hilum.`,
  ];
}

/** The search for nodes is not validated: none found is not none there (docs/decisions/042). */
function notAssessedComment(reading: BreastReading): string {
  const axilla = findingOf(reading, 'axilla');
  const all = [
    'architectural distortion, asymmetry, skin',
    ...(axilla?.state === 'found'
      ? []
      : [axilla?.reason === 'outside_view' ? 'axilla (not on this view)' : 'axilla']),
    ...(reading.facts.coarse === null ? ['coarse calcifications'] : []),
  ];
  return `Not assessed: ${all.join(', ')}, the other view, the other breast and earlier pictures.`;
}

/** An MLO view that shows no muscle looks like a CC view: said where a place is given. */
function unsureViewComment({ input, facts, findings }: BreastReading): string[] {
  if (input.view !== 'CC' || input.viewTold !== false) return [];
  const places = [
    ...findings.map((each) => (each.type === 'mass' ? each.descriptors?.place : null)),
    ...(facts.coarse ?? []).map(({ place }) => place),
    facts.spread?.place,
  ];
  if (!places.some((place) => place?.level === 'lateral' || place?.level === 'medial')) return [];
  return ['If this is an MLO view, lateral means upper, and medial lower.'];
}

function techniqueComment({ input, findings }: BreastReading): string {
  const side = findings[0]?.side ?? null;
  return [
    `Technique: one ${side === null ? '' : `${side} `}${viewWords(input)}`,
    ...displayWords(input, side !== null),
    ...techniqueNotes(input).map((note) => noteWords[note]),
    ...(input.file?.isDeclared === false ? ['modality not declared, accepted by appearance'] : []),
  ]
    .join('; ')
    .concat('.');
}

/**
 * Lateral is up on a CC view, and up is up on an MLO, where the file says so or nothing speaks against it.
 */
function displayWords({ view, file }: BreastReading['input'], hasSide: boolean): string[] {
  if (file?.sides !== 'file') return hasSide ? [] : [sideWords(file)];
  return view === 'CC' ? ['lateral side up'] : [];
}

const otherViewWords: Readonly<Record<OtherView, string>> = {
  XCCL: 'laterally exaggerated CC view',
  XCCM: 'medially exaggerated CC view',
  FB: 'CC view from below',
  ML: 'mediolateral view',
  LM: 'lateromedial view',
  LMO: 'lateromedial oblique view',
  SIO: 'superolateral to inferomedial oblique view',
};

function viewWords({ view, viewTold, otherView }: BreastReading['input']): string {
  if (otherView !== undefined) return otherViewWords[otherView];
  if (view === null) return 'view';
  const muscle = view === 'MLO' ? 'the pectoral muscle is seen' : 'no pectoral muscle is seen';
  return viewTold ? `${view} view` : `view, read as ${view} since ${muscle}`;
}

/**
 * Where a score is given, the share of cancers at which it holds: it would be read as a chance of cancer.
 * Screening finds about 6 cancers in 1,000 women (ACR BI-RADS 5th edition, follow-up and outcome).
 */
function prevalenceComment(reading: BreastReading): string[] {
  const { findings, facts } = reading;
  if (facts.prevalence === undefined) return [];
  const isNamed = findings.some(
    ({ type, state }) => state === 'found' && (type === 'mass' || type === 'calcification'),
  );
  const hasScore = isNamed || wholeViewComments(reading).length > 0;
  return [
    ...(isNamed ? [] : [missedWords]),
    ...(hasScore
      ? [
          `Scores hold where ${facts.prevalence.toFixed(0)} of 100 images show a cancer; at screening, with about 6 in 1,000 women, they are far lower.`,
        ]
      : []),
  ];
}

/** How far off such a size is: `typicalBreastRootMm` of the engine. */
function estimateComment({ findings }: BreastReading): string[] {
  const isEstimated = findings.some(
    ({ measurements }) => measured(measurements, 'estimated_diameter', 'mm') !== null,
  );
  return isEstimated ? ['Sizes in mm are estimated from the size of the breast, to about a third.'] : [];
}
