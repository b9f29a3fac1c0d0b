import type { Acceptance, EngineContext } from '@second-read/core/analysis/engine';
import { area } from '@second-read/core/pixels/regions/mask-logic';
import { acceptModality } from '../../modality/gate.ts';
import type { PreparedMammogram } from './framing/prepare.ts';

/** Below this share of the picture there is no breast to read (least in MIAS and DDSM: 14 %). */
const minBody = 0.08;

/** Accepts mammograms; refuses other pictures, and mammograms on which no breast can be outlined. */
export async function acceptMammogram(
  { gate, working }: PreparedMammogram,
  context: EngineContext,
): Promise<Acceptance> {
  const answer = await acceptModality(gate, context, 'mammogram', {
    wanted: 'a mammogram',
    advice: 'Please upload a standard CC or MLO view.',
  });
  if (!answer.accepted) return answer;
  context.signal.throwIfAborted();
  const { body } = working();
  if (area(body) >= minBody * body.width * body.height) return answer;
  return {
    accepted: false,
    score: answer.score,
    reason: 'poor_quality',
    message: 'No breast could be outlined in this picture. Please check exposure and cropping.',
  };
}
