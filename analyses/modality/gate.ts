import type { Acceptance, EngineContext } from '@second-read/core/analysis/engine';
import { brainWindow, lungWindow, mirrored, networkPlanes, side } from './planes.ts';
import { qualityRefusal } from './quality.ts';
import type { GateView } from './reduced-colour.ts';
import { withoutText } from './without-text.ts';

/** What the network tells apart, in the order of its outputs. */
export const modalities = ['mammogram', 'headCt', 'chestCt', 'cervix', 'other'] as const;
export type Modality = (typeof modalities)[number];

/**
 * Probabilities, 0 to 1: those of the kinds sum to 1; `lungLevel` is that a CT slice shows lung, and not
 * neck, abdomen, pelvis or thigh.
 */
export type ModalityScores = Readonly<Record<Modality | 'lungLevel', number>>;

/** How the module names what it reads, for the sentence of a refusal. */
export interface GateWords {
  /** With its article: `a mammogram`. */
  readonly wanted: string;
  /** A sentence of advice, e.g. "Please upload a standard CC or MLO view." */
  readonly advice?: string;
}

/**
 * Smallest probability of the wanted kind that is accepted: the kind is likelier than all else together. Of a
 * chest more: plots with fine gray texture look like one; see the card.
 */
const acceptFrom: Readonly<Record<Exclude<Modality, 'other'>, number>> = {
  mammogram: 0.5,
  headCt: 0.5,
  chestCt: 0.6,
  cervix: 0.5,
};

/** From this probability on a refusal names what the picture seems to be instead. */
const nameFrom = 0.6;

export const modalityNames: Readonly<Record<Exclude<Modality, 'other'>, string>> = {
  mammogram: 'a mammogram',
  headCt: 'a head CT',
  chestCt: 'a chest CT',
  cervix: 'a photograph of the cervix',
};

type Context = Pick<EngineContext, 'infer'>;
const recognised = new WeakMap<GateView, { infer: Context['infer']; scores: Promise<ModalityScores> }>();

/**
 * What kind of image this is, worked out once by the same networks. Pixels decide; nothing the file says of
 * itself is believed.
 */
export function recogniseModality(study: GateView, context: Context): Promise<ModalityScores> {
  const known = recognised.get(study);
  if (known?.infer === context.infer) return known.scores;
  const scores = recognise(study, context);
  recognised.set(study, { infer: context.infer, scores });
  return scores;
}

async function recognise(study: GateView, context: Context): Promise<ModalityScores> {
  if (study.quantity === 'hounsfield') {
    const asBrain = await scored(networkPlanes(study, brainWindow), context);
    const asLung = await scored(networkPlanes(study, lungWindow), context);
    return combineWindows(asBrain, asLung);
  }
  return scored(networkPlanes(study), context);
}

/** Whether a module that reads `wanted` takes this picture; the message of a refusal is for the clinician. */
export async function acceptModality(
  study: GateView,
  context: Context,
  wanted: Exclude<Modality, 'other'>,
  words: GateWords,
): Promise<Acceptance> {
  const refusal = qualityRefusal(study);
  if (refusal !== undefined) return refusal;
  const seen = await recogniseModality(study, context);
  const isLikely = (scores: ModalityScores) => scores[wanted] >= acceptFrom[wanted];
  // Text may be what makes an image likely: it counts only where it is.
  const textless = isLikely(seen) && study.quantity !== 'hounsfield' ? withoutText(study) : undefined;
  const scores = textless ? await recogniseModality(textless, context) : seen;
  const score = Math.min(seen[wanted], scores[wanted]);
  if (isLikely(scores)) return { accepted: true, score };
  return { accepted: false, score, ...wordRefusal(scores, wanted, words) };
}

function wordRefusal(scores: ModalityScores, wanted: Modality, words: GateWords) {
  const advice = words.advice === undefined ? '' : ` ${words.advice}`;
  const seen = modalities.find((kind) => kind !== wanted && kind !== 'other' && scores[kind] >= nameFrom);
  if (seen !== undefined && seen !== 'other') {
    const message = `This looks like ${modalityNames[seen]}, not ${words.wanted}.${advice}`;
    return { reason: 'wrong_modality' as const, message };
  }
  const message = `This does not look like ${words.wanted}.${advice}`;
  return { reason: 'not_a_medical_image' as const, message };
}

/** Mean over the picture and its mirror image. */
async function scored(planes: Float32Array, context: Context): Promise<ModalityScores> {
  const data = new Float32Array(planes.length * 2);
  data.set(planes, 0);
  data.set(mirrored(planes), planes.length);
  const outputs = await context.infer('modality/modality', { planes: { data, dims: [2, 3, side, side] } });
  const [probabilities, levels] = [outputs.probabilities?.data, outputs.lung_level?.data];
  if (probabilities?.length !== 2 * modalities.length || levels?.length !== 2)
    throw new Error('modality: unexpected network output');
  const of = (index: number) =>
    ((probabilities[index] ?? 0) + (probabilities[index + modalities.length] ?? 0)) / 2;
  const lungLevel = ((levels[0] ?? 0) + (levels[1] ?? 0)) / 2;
  return { mammogram: of(0), headCt: of(1), chestCt: of(2), cervix: of(3), other: of(4), lungLevel };
}

/** Hounsfield units are CT: a head shows in the brain window, a chest in the lung window. */
function combineWindows(asBrain: ModalityScores, asLung: ModalityScores): ModalityScores {
  const headCt = asBrain.headCt * (1 - asLung.chestCt);
  const chestCt = asLung.chestCt * (1 - asBrain.headCt);
  const both = asBrain.headCt * asLung.chestCt;
  const head = headCt + both / 2;
  const chest = chestCt + both / 2;
  const other = Math.max(0, 1 - head - chest);
  return { mammogram: 0, headCt: head, chestCt: chest, cervix: 0, other, lungLevel: asLung.lungLevel };
}
