import type { Acceptance, EngineContext } from '@second-read/core/analysis/engine';
import { acceptModality } from '../../modality/gate.ts';
import { type LightMeasures, measureLight } from '../capture/light.ts';
import { type QualityProblem, qualityProblemOf } from '../capture/quality-problem.ts';
import { measureQuality, type Quality } from '../capture/sharpness.ts';
import type { PreparedPhotograph } from './photograph/prepare.ts';

const words = {
  wanted: 'a photograph of the cervix',
  advice: 'Please upload a VIA or colposcopy photograph after acetic acid.',
};

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
  const problem = qualityProblemOf(measures);
  return problem && advice[problem];
}

const advice: Readonly<Record<QualityProblem, string>> = {
  dark: 'The picture is too dark: add light and repeat the picture.',
  overexposed: 'The picture is overexposed: dim the light and repeat the picture.',
  glare:
    'Glare covers much of the picture: tilt the lamp or the camera, wipe the cervix dry and repeat the picture.',
  colorless:
    'The picture has no color, so that acetowhite change cannot be judged. Please upload the color photograph.',
  green:
    'Not assessed: this picture was taken through a green filter, which shows vessels but not acetowhite change. Please upload the picture in white light.',
  iodine:
    "Not assessed: this is a picture after Lugol's iodine, in which acetowhite change cannot be seen. Please upload the picture after acetic acid, taken before iodine.",
  blurred: 'The picture is out of focus: repeat the picture.',
};
