import type { Acceptance, EngineContext } from '@second-read/core/analysis/engine';
import { area } from '@second-read/core/pixels/regions/mask-logic';
import { acceptModality } from '../../modality/gate.ts';
import type { GateView } from '../../modality/reduced-colour.ts';
import { fileProblemMessages, fileProblemOf } from './framing/file-problem.ts';
import { framedView } from './framing/framed-view.ts';
import type { PreparedMammogram } from './framing/prepare.ts';
import { type ViewProblem, viewProblemOf } from './framing/standard-view.ts';

/**
 * Below this share of the picture there is no breast to read: a small breast on a large detector takes 5 %
 * (least of 1,707 screening images).
 */
const minBody = 0.03;

/**
 * Accepts mammograms; refuses other pictures, and mammograms on which no breast can be outlined. A small
 * breast on a large black detector looks like little: what is unlikely as a whole is looked at once more
 * within the frame of its outline.
 */
export async function acceptMammogram(
  { study, gate, working }: PreparedMammogram,
  context: EngineContext,
): Promise<Acceptance> {
  const look = (view: GateView) => acceptModality(view, context, 'mammogram', words);
  const whole = await look(gate);
  const framed = isUnlikely(whole) ? framedView(gate, working()) : undefined;
  const closer = framed === undefined ? whole : await look(framed);
  const answer = closer.accepted ? closer : whole;
  // Of a view that is not read anyway the file gives a better reason than the pixels.
  const said = fileProblemOf(study);
  if (said !== null) return refusal(answer.score, fileProblemMessages[said]);
  if (!answer.accepted) return answer;
  context.signal.throwIfAborted();
  const image = working();
  const { body } = image;
  const isOutlined = area(body) >= minBody * body.width * body.height;
  const problem = isOutlined ? viewProblemOf(image) : 'no_breast';
  if (problem === null) return answer;
  return refusal(answer.score, messages[problem]);
}

const words = { wanted: 'a mammogram', advice: 'Please upload a standard CC or MLO view.' };

/**
 * From this score on a refused picture is worth the second look: of 827 pictures of other kinds no gray one
 * reaches it and, in its frame, the gate's limit.
 */
const worthFrom = 0.1;

function isUnlikely(answer: Acceptance): boolean {
  if (answer.accepted || answer.score < worthFrom) return false;
  return answer.reason === 'wrong_modality' || answer.reason === 'not_a_medical_image';
}

function refusal(score: number, message: string): Acceptance {
  return { accepted: false, score, reason: 'poor_quality', message };
}

const messages: Readonly<Record<ViewProblem | 'no_breast', string>> = {
  no_breast: 'No breast could be outlined in this picture. Please check exposure and cropping.',
  two_breasts:
    'Not assessed: this picture shows both breasts. Please upload each standard view as a picture of its own.',
  no_outline:
    'Not assessed: the breast fills the whole picture, as in a spot or magnification view or a cut-out. Please upload the whole CC or MLO view.',
  implant:
    'Not assessed: a large, evenly white, round area looks like an implant, which hides tissue and misleads the search. Please upload an implant-displaced view.',
};
