import type { EngineContext } from '@second-read/core/analysis/engine';
import { rgbToLab } from '@second-read/core/pixels/color/rgb-to-lab';
import type { Mask, RgbImage } from '@second-read/core/pixels/plane';
import { connectedComponents } from '@second-read/core/pixels/regions/connected-components';
import { resizeNearest } from '@second-read/core/pixels/sampling/resize-nearest';
import type { Analysis } from '@second-read/core/reading/analysis';
import type { Candidate } from '@second-read/core/reading/candidate';
import { measureLight } from '../capture/light.ts';
import { unevenFrom } from '../reading/schema.ts';
import { appearanceOf } from './appearance.ts';
import { type Evidence, isAbnormal, whyUnassessed } from './findings/findings.ts';
import { measurePicture, type PictureMeasures } from './findings/measures.ts';
import {
  type AppearanceMeasures,
  isReported,
  lesionProbability,
  measureAppearance,
  probabilityOf,
  type ReadingConstants,
  readingConstants,
} from './findings/reading.ts';
import { swedeParts } from './findings/swede.ts';
import { toReading } from './findings/to-reading.ts';
import { maskView, overlayView } from './findings/views.ts';
import { canvasOf } from './photograph/canvas.ts';
import { cropToMask } from './photograph/crop-to-mask.ts';
import { lightRatioOf } from './photograph/framing.ts';
import { fillGlare, findGlare } from './photograph/glare.ts';
import type { PreparedPhotograph } from './photograph/prepare.ts';
import { millimetresPerPixel } from './photograph/working-image.ts';
import { classesOf, labelsOf } from './segment/classes.ts';
import { type Reading, readPicture } from './segment/network.ts';
import { type RedShares, redShares } from './segment/red-tissue.ts';
import { type Regions, segment } from './segment/segment.ts';
import { measureColour, type TissueColour } from './segment/tissue-colour.ts';

const maxCandidates = 20;

/** Each part of the lesion map, largest first, in input pixels; `scale` is input pixels per working pixel. */
function candidatesOf(regions: Regions, presence: number, scale: number): Candidate[] {
  return [...connectedComponents(regions.lesion).components]
    .sort((a, b) => b.area - a.area)
    .slice(0, maxCandidates)
    .map(({ box }) => ({
      type: 'lesion',
      x: box.x * scale,
      y: box.y * scale,
      width: box.width * scale,
      height: box.height * scale,
      score: presence,
    }));
}

/** Everything measured in one photograph, at the size of its working image. */
export interface PhotographReading {
  readonly reading: Reading;
  readonly regions: Regions;
  readonly colour: TissueColour;
  readonly glare: Mask;
  readonly red: RedShares;
  /** As `appearance.ts` gives it, of the whole picture and of the cervix alone. */
  readonly appearance: Float32Array;
  readonly closeAppearance: Float32Array;
  readonly measures: PictureMeasures & AppearanceMeasures;
}

/** Outlines and measures of a working image; `constants` as fitted for the network that `context` runs. */
export async function readPhotograph(
  working: RgbImage,
  context: EngineContext,
  constants: ReadingConstants = readingConstants,
): Promise<PhotographReading> {
  context.progress('Removing reflections', 0.1);
  const glare = findGlare(working);
  const cleaned = fillGlare(working, glare);
  context.progress('Outlining cervix, lesion and junction', 0.2);
  const canvas = canvasOf(working);
  const reading = await readPicture(canvas, working, context);
  const appearance = await appearanceOf(canvas, context);
  context.signal.throwIfAborted();
  context.progress('Measuring color and extent', 0.6);
  const lab = rgbToLab(cleaned);
  const regions = segment(reading, constants.thresholds);
  const cervix = cropToMask(working, regions.cervix);
  const closeAppearance = cervix === null ? appearance : await appearanceOf(canvasOf(cervix), context);
  const colour = measureColour(lab, regions, glare);
  const measures = {
    ...measurePicture(reading, { ...regions, glare, whiteness: colour.map }),
    ...measureAppearance(appearance, closeAppearance, constants.appearance),
  };
  const red = redShares(regions, lab);
  return { reading, regions, colour, glare, red, appearance, closeAppearance, measures };
}

/** Reads one accepted photograph. */
export async function analyse(
  { study, photograph, working }: PreparedPhotograph,
  context: EngineContext,
  constants: ReadingConstants = readingConstants,
): Promise<Analysis> {
  const { regions, colour, glare, red, measures } = await readPhotograph(working, context, constants);
  const evidence = weigh(regions, colour, {
    measures,
    constants,
    millimetresPerPixel: millimetresPerPixel(study, working),
    statedAcid: statedAcidOf(context),
    greenness: measureLight(working).greenness,
    lightRatio: lightRatioOf(working, regions.cervix),
  });
  const classes = classesOf(regions, {
    lesion: evidence.lesionReported,
    dense: evidence.swede.acetowhiteness === 2 && isAbnormal(evidence),
    lesionOverJunction: measures.looksColposcope >= 0.5,
  });
  context.progress('Drawing the marks', 0.9);
  return {
    reading: toReading({
      study,
      working,
      evidence,
      glare,
      red,
      looksColposcope: measures.looksColposcope,
    }),
    candidates: candidatesOf(regions, evidence.presence, study.width / working.width),
    labels: resizeNearest(labelsOf(classes), study.width, study.height),
    scores: scoresOf(evidence),
    views: { segmented: maskView(classes, study), overlay: overlayView(photograph, classes) },
  };
}

/** The option `acid`: what whoever took the photograph says. */
function statedAcidOf({ options }: EngineContext): Evidence['statedAcid'] {
  return options?.acid === 'before' || options?.acid === 'after' ? options.acid : null;
}

interface Weights {
  readonly measures: PhotographReading['measures'];
  readonly constants: ReadingConstants;
  readonly millimetresPerPixel: number | null;
  readonly statedAcid: Evidence['statedAcid'];
  readonly greenness: number;
  readonly lightRatio: number;
}

function weigh(
  regions: Regions,
  colour: TissueColour,
  { measures, constants, millimetresPerPixel, statedAcid, greenness, lightRatio }: Weights,
): Evidence {
  const presence = lesionProbability(constants, measures);
  const beforeAcid = measures.looksBeforeAcid;
  const isAssessed = whyUnassessed({ beforeAcid, statedAcid, greenness }) === null;
  // In uneven light shade and shine pass for a lesion.
  const isSure = presence >= 0.5 || lightRatio < unevenFrom;
  const isSeen = isReported(presence, measures, constants) && isSure && regions.lesionShare > 0;
  const lesionReported = isAssessed && isSeen;
  return {
    regions,
    colour,
    presence,
    lesionReported,
    swede: swedeParts(regions, colour, { presence, reported: lesionReported, millimetresPerPixel }),
    notNegative: probabilityOf(constants.notNegative, measures),
    swedeFromFive: probabilityOf(constants.swedeFromFive, measures),
    beforeAcid,
    statedAcid,
    greenness,
    lightRatio,
  };
}

function scoresOf({
  presence,
  beforeAcid,
  notNegative,
  swedeFromFive,
  regions,
  swede,
}: Evidence): Analysis['scores'] {
  return {
    lesion: presence,
    before_acid: beforeAcid,
    not_negative: notNegative,
    swede_from_five: swedeFromFive,
    swede_acetowhite: swede.expectedAcetowhite,
    lesion_fraction: regions.lesionShare,
    swede_acetowhiteness_points: swede.acetowhiteness,
    swede_margin_points: swede.margin,
    swede_size_points: swede.size,
  };
}
