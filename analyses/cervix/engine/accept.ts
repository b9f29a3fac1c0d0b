import type { Acceptance, EngineContext } from '@second-read/core/analysis/engine';
import type { Study } from '@second-read/core/decode/study';
import { acceptModality } from '../../modality/gate.ts';
import { frameOf } from './frame.ts';
import { measureQuality, type Quality } from './sharpness.ts';

const words = {
  wanted: 'a photograph of the cervix',
  advice: 'Please upload a VIA or colposcopy photograph after acetic acid.',
};

/** Two thirds of the least sharp of the 405 VIA and AnnoCerv training pictures (0.119; median 0.55). */
const leastSharpness = 0.08;
/** Well outside the 64 to 199 of the same pictures. */
const brightnessRange = { least: 35, most: 230 } as const;

/** A photograph of the cervix, in focus and exposed so that colour can be judged. */
export async function accept(study: Study, context: EngineContext): Promise<Acceptance> {
  const gate = await acceptModality(study, context, 'cervix', words);
  if (!gate.accepted) return gate;
  const message = qualityProblem(measureQuality(frameOf(study)));
  return message === null ? gate : { accepted: false, score: gate.score, reason: 'poor_quality', message };
}

export function qualityProblem({ sharpness, brightness }: Quality): string | null {
  if (brightness < brightnessRange.least) return 'The picture is too dark: add light and repeat the picture.';
  if (brightness > brightnessRange.most)
    return 'The picture is overexposed: dim the light and repeat the picture.';
  return sharpness < leastSharpness ? 'The picture is out of focus: repeat the picture.' : null;
}
