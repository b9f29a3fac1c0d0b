import type { Acceptance, EngineContext } from '@second-read/core/analysis/engine';
import { acceptModality } from '../../modality/gate.ts';
import { type LightMeasures, measureLight } from './photograph/light.ts';
import type { PreparedPhotograph } from './photograph/prepare.ts';
import { measureQuality, type Quality } from './photograph/sharpness.ts';

const words = {
  wanted: 'a photograph of the cervix',
  advice: 'Please upload a VIA or colposcopy photograph after acetic acid.',
};

/** Two thirds of the least sharp of the 405 VIA and AnnoCerv training pictures (0.119; median 0.55). */
const minSharpness = 0.08;
/** Well outside the 64 to 199 of the same pictures. */
const brightnessRange = { min: 35, max: 230 } as const;

/**
 * Lugol's iodine: the 36 iodine pictures of the atlas lie above (least 0.40), 535 others below (most 0.37).
 */
const iodineFrom = 0.4;
/**
 * Green over red beyond every picture of white light (at most 1.3): a green filter takes the red that
 * whiteness is judged by.
 */
const greenFrom = 1.45;
/** Below: a picture without color. The palest of the sources has 0.09. */
const minSaturation = 0.04;
/** Well above the most burnt-out picture of the sources, 0.17. */
const maxBurnt = 0.3;

/** A photograph of the cervix after acetic acid, in focus and exposed so that colour can be judged. */
export async function accept(
  { gate: view, working }: PreparedPhotograph,
  context: EngineContext,
): Promise<Acceptance> {
  const gate = await acceptModality(view, context, 'cervix', words);
  if (!gate.accepted) return gate;
  const message = qualityProblem({ ...measureQuality(working), ...measureLight(working) });
  return message === null ? gate : { accepted: false, score: gate.score, reason: 'poor_quality', message };
}

/** What is wrong with the picture and what to do about it, in one or two sentences; null where nothing is. */
export function qualityProblem(measures: Quality & LightMeasures): string | null {
  return exposureProblem(measures) ?? colourProblem(measures) ?? focusProblem(measures);
}

function exposureProblem({ brightness, burntShare }: Quality & LightMeasures): string | null {
  if (brightness < brightnessRange.min) return 'The picture is too dark: add light and repeat the picture.';
  if (brightness > brightnessRange.max)
    return 'The picture is overexposed: dim the light and repeat the picture.';
  return burntShare > maxBurnt
    ? 'Glare covers much of the picture: tilt the lamp or the camera, wipe the cervix dry and repeat the picture.'
    : null;
}

function colourProblem({ iodineShare, greenness, saturation }: LightMeasures): string | null {
  if (saturation < minSaturation)
    return 'The picture has no color, so that acetowhite change cannot be judged. Please upload the color photograph.';
  if (greenness >= greenFrom)
    return 'Not assessed: this picture was taken through a green filter, which shows vessels but not acetowhite change. Please upload the picture in white light.';
  return iodineShare >= iodineFrom
    ? "Not assessed: this is a picture after Lugol's iodine, in which acetowhite change cannot be seen. Please upload the picture after acetic acid, taken before iodine."
    : null;
}

function focusProblem({ sharpness }: Quality): string | null {
  return sharpness < minSharpness ? 'The picture is out of focus: repeat the picture.' : null;
}
