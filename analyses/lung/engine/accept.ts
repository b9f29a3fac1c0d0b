import type { Acceptance, EngineContext } from '@second-read/core/analysis/engine';
import { above, area } from '@second-read/core/pixels/regions/mask-logic';
import type { Fraction } from '@second-read/core/pixels/units';
import { acceptModality, recogniseModality } from '../../modality/gate.ts';
import { qualityRefusal } from '../../modality/quality.ts';
import type { GateView } from '../../modality/reduced-colour.ts';
import { softTissueView } from '../../modality/soft-tissue-view.ts';
import { isLungLevel } from './lungs/lung-level.ts';
import type { Tissue } from './lungs/tissue.ts';
import type { PreparedSlice } from './prepare.ts';
import type { SeenSlice } from './see-slice.ts';

const words = {
  wanted: 'a chest CT slice',
  advice: 'Please upload an axial CT slice of the chest, or a cut-out of one.',
};

/**
 * In the window of its soft tissue a picture is a head from this probability on: heads have 0.89 and more,
 * chests up to 0.53; see the card of the gate.
 */
const headFrom = 0.75;

/**
 * Shares of the body: of what is outlined as lung, and, since in some windows the outline misses dark lungs,
 * of what the network sees as lung. Less of both have 27 of 39 single slices of abdomen and pelvis of
 * DeepLesion, and of whole chest slices none of 25 of DeepLesion, 73 of LUNA16 and 52 of MosMedData; apical
 * slices with 3 % of lung are of the chest.
 */
const leastOutlined: Fraction = 0.03;
const leastSeen: Fraction = 0.13;

/**
 * A chest CT slice or a part of one. The step `nodule` is told that its picture is a crop: only its quality
 * counts.
 */
export async function accept(prepared: PreparedSlice, context: EngineContext): Promise<Acceptance> {
  const { gate } = prepared;
  if (context.options?.step === 'nodule') return qualityRefusal(gate) ?? { accepted: true, score: 1 };
  const acceptance = await acceptModality(gate, context, 'chestCt', words);
  if (!acceptance.accepted) return acceptance;
  return (await headRefusal(gate, context)) ?? (await lungRefusal(prepared, context)) ?? acceptance;
}

/** Of a picture that is no Hounsfield units: a head shown in a chest's window. */
async function headRefusal(gate: GateView, context: EngineContext): Promise<Acceptance | undefined> {
  if (gate.quantity === 'hounsfield') return undefined;
  const { headCt, chestCt } = await recogniseModality(softTissueView(gate), context);
  if (headCt < headFrom) return undefined;
  const message = `This looks like a head CT, not ${words.wanted}. ${words.advice}`;
  return { accepted: false, score: chestCt, reason: 'wrong_modality', message };
}

/** Of a slice with hardly any lung. In an exam such slices lie above and below the lungs, and are read. */
async function lungRefusal(
  { gate, seen: seenOf }: PreparedSlice,
  context: EngineContext,
): Promise<Acceptance | undefined> {
  if (context.isForExam) return undefined;
  const seen = await seenOf(context);
  const isBlack =
    seen === 'black' && !isLungLevel(await recogniseModality(gate, context), { isAirBlack: true });
  if (typeof seen === 'string' ? !isBlack : seen.isAtLungs && hasLungs(seen)) return undefined;
  const message = `No lungs were found in this image, or hardly any. ${words.advice}`;
  return { accepted: false, score: 0, reason: 'wrong_modality', message };
}

/** Whether a slice shows enough lung to be one of the chest. */
export function hasLungs({
  lungs,
  bodyMask,
  tissue,
}: Pick<SeenSlice, 'lungs' | 'bodyMask'> & { readonly tissue: Pick<Tissue, 'lung'> }): boolean {
  const body = area(bodyMask);
  const outlined = area(lungs.left) + area(lungs.right);
  return outlined >= leastOutlined * body || area(above(tissue.lung, 0.5)) >= leastSeen * body;
}
