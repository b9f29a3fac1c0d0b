import type { Acceptance, EngineContext } from '@second-read/core/analysis/engine';
import type { Study } from '@second-read/core/decode/study';
import { area } from '@second-read/core/pixels/mask-logic';
import { acceptModality, recogniseModality } from '../../modality/gate.ts';
import { asDisplayed } from './display-window.ts';
import { frameOf } from './frame.ts';

/** Below this share of the picture there is no breast to read (least in MIAS and DDSM: 14 %). */
const minBody = 0.08;

const gates = new WeakMap<Study, number>();

/** Probability that the picture is a mammogram; recognised once, since acceptance and report both need it. */
export async function gateOf(study: Study, context: EngineContext): Promise<number> {
  const gate = gates.get(study) ?? (await recogniseModality(study, context)).mammogram;
  gates.set(study, gate);
  return gate;
}

/** Accepts mammograms; refuses other pictures, and mammograms on which no breast can be outlined. */
export async function acceptMammogram(input: Study, context: EngineContext): Promise<Acceptance> {
  const study = asDisplayed(input);
  const answer = await acceptModality(study, context, 'mammogram', {
    wanted: 'a mammogram',
    advice: 'Please upload a standard CC or MLO view.',
  });
  if (!answer.accepted) return answer;
  gates.set(study, answer.score);
  context.signal.throwIfAborted();
  const { body } = frameOf(study);
  if (area(body) >= minBody * body.width * body.height) return answer;
  return {
    accepted: false,
    score: answer.score,
    reason: 'poor_quality',
    message: 'No breast could be outlined in this picture. Please check exposure and cropping.',
  };
}
