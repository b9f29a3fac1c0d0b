import { fileSentences, sideWords } from '@second-read/core/reading/file-facts';
import { percentText } from '@second-read/core/report/percent';
import type { LungFinding, LungReading, NoduleFinding } from '../reading/schema.ts';
import { fileWords } from './file-words.ts';
import { minInvolved } from './impression.ts';
import { bandWords, foundNodules, lobeUnknown, placeWords, sizeWords, textureWords } from './nodule-words.ts';

export const singleSliceComment =
  'A single slice cannot give a Lung-RADS category. Fleischner recommendations need the whole CT as well.';
const clipped =
  'The window shows the lungs black: masses were looked for, small nodules cannot be told from vessels, faint opacities cannot be seen. Please upload the lung window or the DICOM file.';
const allBlack =
  'The window shows lungs and most other tissue black. Please upload the lung window or the DICOM file.';
const hidden = 'Not assessed: nodules and opacities, since this window hides the lungs.';
const noLungs = 'Not assessed: nodules and opacities, since no lung was found in this slice.';
const turned =
  'The lungs lie one above the other: the picture seems to be turned by 90 degrees. Left and right are uncertain.';

/**
 * The sentences of a report below its findings: findings first, then what was not assessed, then technique.
 */
export function commentsOf(reading: LungReading): string[] {
  const { input, findings } = reading;
  if (!reading.legible) return [];
  if (input.window === 'all_black') return [hidden, allBlack];
  if (findings.some(({ type, state }) => type === 'nodule' && state === 'not_assessed')) return [noLungs];
  if (input.extent === 'crop')
    return [...noduleComments(reading), ...cropLimits(reading), ...fileSentences(input.file, fileWords)];
  return [
    ...noduleComments(reading),
    opacityComment(reading),
    ...amongOpacities(reading),
    ...(input.window === 'lungs_black' ? [clipped] : []),
    ...(input.pose === 'turned' ? [turned] : []),
    ...sliceLimits(reading),
    ...fileSentences(input.file, fileWords),
  ];
}

/** Sentences on the nodules, in order of likelihood; that none was identified is said as well. */
function noduleComments(reading: LungReading): string[] {
  const nodules = foundNodules(reading);
  const [first] = nodules;
  if (first === undefined) {
    return [reading.input.window === 'lungs_black' ? 'No mass identified.' : 'No nodule or mass identified.'];
  }
  const band = bandWords(first);
  const bandComment = band === null ? [] : [`Size band of ${kindOf(first)} 1: ${band}.`];
  return [
    ...nodules.map((nodule, at) => noduleComment(nodule, at + 1, reading)),
    ...bandComment,
    singleSliceComment,
  ];
}

/** "Nodule 1: solid, mean diameter 9.4 mm, right lung, middle third … (model score 87.4 %)." */
function noduleComment(nodule: NoduleFinding, number: number, reading: LungReading): string {
  const size = sizeWords(nodule);
  const place = placeWords(nodule, reading)?.replace(` (${lobeUnknown})`, '');
  const said = [
    textureWords(nodule),
    size && `mean diameter ${size}`,
    place && `${place.charAt(0).toLowerCase()}${place.slice(1)}`,
  ].filter(Boolean);
  const words = said.length === 0 ? 'not described' : said.join(', ');
  const score = nodule.certainty === null ? '' : ` (model score ${percentText(nodule.certainty)})`;
  return `${kindOf(nodule) === 'mass' ? 'Mass' : 'Nodule'} ${number}: ${words}${score}.`;
}

function kindOf({ descriptors }: NoduleFinding): 'mass' | 'nodule' {
  return descriptors?.kind === 'mass' ? 'mass' : 'nodule';
}

function foundOpacities({ findings }: LungReading): LungFinding[] {
  return findings.filter(({ type, state }) => type !== 'nodule' && state === 'found');
}

function opacityComment(reading: LungReading): string {
  if (foundOpacities(reading).length === 0)
    return reading.input.window === 'lungs_black'
      ? 'No consolidation identified; ground glass cannot be seen in this window.'
      : 'No ground-glass opacity or consolidation identified.';
  const { opacityShare, opacityShareRight, opacityShareLeft, anyOpacity } = reading.facts;
  const over = opacityShare === null ? '' : ` over ${percentText(opacityShare)} of the lungs`;
  const sides =
    opacityShareRight === null || opacityShareLeft === null
      ? ''
      : ` (right ${percentText(opacityShareRight)}, left ${percentText(opacityShareLeft)})`;
  const kinds = reading.findings.flatMap(({ type, state, measurements }) => {
    const [share] = measurements;
    if (type === 'nodule' || (share === undefined && state !== 'found')) return [];
    return [share === undefined ? type : `${type} ${percentText(share.value)}`];
  });
  const score = anyOpacity === null ? '' : ` (model score ${percentText(anyOpacity)})`;
  return `Opacities${over}${sides}: ${kinds.join(', ')}${score}.`;
}

/** Patches of an infection look like nodules of their own: in a lung that has opacities. */
function amongOpacities(reading: LungReading): string[] {
  const { opacityShareRight: right, opacityShareLeft: left } = reading.facts;
  const isAmong = ({ side }: NoduleFinding) => {
    const share = side === 'right' ? right : side === 'left' ? left : null;
    return share === null || share >= minInvolved;
  };
  if (foundOpacities(reading).length === 0 || !foundNodules(reading).some(isAmong)) return [];
  return ['A nodule beside opacities may be a part of them: compare after they have cleared.'];
}

function sliceLimits(reading: LungReading): string[] {
  const within = foundOpacities(reading).length > 0 ? 'nodules within opacity, ' : '';
  const lobe = foundNodules(reading).some(({ descriptors }) => descriptors?.third) ? 'lobe, ' : '';
  // Of a turned picture the sides are uncertain, which stands above.
  const sides = reading.input.pose === 'turned' ? '' : `; ${sideWords(reading.input.file)}`;
  return [
    `Not assessed: ${within}${lobe}emphysema, airways, pleura, hila, mediastinum, bones and the other slices.`,
    `Technique: one axial slice${spacingWords(reading)}${sides}${greyWords(reading)}.`,
  ];
}

function cropLimits(reading: LungReading): string[] {
  return [
    'Not assessed: side, lobe, opacities and the rest of the lungs, since the picture shows a part of a slice.',
    `Technique: a part of one slice${spacingWords(reading)}.`,
  ];
}

/** Densities to ten units: "gray levels estimated at -1340 HU (black) to 160 HU (white), ± 90 HU" */
function greyWords({ input: { greyScale } }: LungReading): string {
  if (greyScale === undefined) return '';
  if (greyScale === null) return '; what density the gray levels stand for is not known';
  const [black, white, error] = [greyScale.black, greyScale.white, greyScale.error].map(
    (hu) => 10 * Math.round(hu / 10),
  );
  return `; gray levels estimated at ${black} HU (black) to ${white} HU (white), ± ${error} HU`;
}

function spacingWords({ input }: LungReading): string {
  return input.spacingKnown === false ? ', no pixel spacing (sizes in pixels)' : '';
}
