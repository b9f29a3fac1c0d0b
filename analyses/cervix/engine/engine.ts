import type { Analysis } from '@second-read/core/analysis/analysis';
import type { Engine, EngineContext } from '@second-read/core/analysis/engine';
import type { Study } from '@second-read/core/decode/study';
import { area } from '@second-read/core/pixels/mask-logic';
import { resizeNearest } from '@second-read/core/pixels/resize-nearest';
import { accept } from './accept.ts';
import { candidatesOf } from './candidates.ts';
import { classesOf, labelsOf } from './classes.ts';
import { type Evidence, findingsOf, isLesion } from './findings.ts';
import { frameOf, photographOf } from './frame.ts';
import { fillGlare, findGlare } from './glare.ts';
import { readPicture } from './network.ts';
import { lesionProbability } from './presence.ts';
import { segment } from './segment.ts';
import { swedeParts } from './swede.ts';
import { measureColour } from './tissue-colour.ts';
import { maskView, overlayView } from './views.ts';

async function analyse(study: Study, context: EngineContext): Promise<Analysis> {
  const photograph = frameOf(study);
  const { width, height } = photograph;
  context.progress('removing reflections', 0.1);
  const glare = findGlare(photograph);
  const cleaned = fillGlare(photograph, glare);
  context.progress('outlining cervix, lesion and junction', 0.3);
  const reading = await readPicture(photograph, context);
  context.signal.throwIfAborted();
  const regions = segment(reading, width, height);
  context.progress('measuring colour and extent', 0.6);
  const colour = measureColour(cleaned, regions, glare);
  const presence = lesionProbability(reading);
  const swede = swedeParts(regions, colour, presence);
  const evidence: Evidence = { regions, colour, swede, presence, notNegative: reading.notNegative };
  const shown = isLesion(evidence);
  const classes = resizeNearest(
    classesOf(regions, shown, swede.acetowhiteness === 2),
    study.width,
    study.height,
  );
  context.progress('drawing', 0.9);
  return {
    findings: findingsOf(evidence),
    candidates: candidatesOf(regions, presence, study.width / width),
    labels: labelsOf(classes),
    scores: scoresOf(evidence),
    views: { segmented: maskView(classes), overlay: overlayView(photographOf(study), classes) },
    comments: commentsOf(evidence, area(glare)),
    trace: [],
  };
}

function scoresOf({ presence, notNegative, regions, swede }: Evidence): Analysis['scores'] {
  return {
    lesion: presence,
    not_negative: notNegative,
    swede_acetowhite: swede.expectedAcetowhite,
    lesion_fraction: regions.lesionShare,
    swede_acetowhiteness_points: swede.acetowhiteness,
    swede_margin_points: swede.margin,
    swede_size_points: swede.size,
  };
}

function commentsOf({ regions }: Evidence, glareArea: number): string[] {
  const { width, height } = regions.cervix;
  const percent = Math.round((glareArea / (width * height)) * 100);
  const reflections =
    percent > 0
      ? [`Reflections covered ${percent} % of the picture and were left out of the colour measures.`]
      : [];
  const missing = area(regions.cervix) === 0 ? ['No cervix was outlined in this picture.'] : [];
  return [...missing, ...reflections];
}

/** The cervix module. */
export const engine: Engine = { accept, analyse };
