import type { Acceptance, EngineContext } from '@second-read/core/analysis/engine';
import { acceptModality, recogniseModality } from '../../modality/gate.ts';
import { qualityRefusal } from '../../modality/quality.ts';
import type { GateView } from '../../modality/reduced-colour.ts';
import { softTissueView } from '../../modality/soft-tissue-view.ts';
import type { PreparedSlice } from './prepare.ts';

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
 * A chest CT slice or a part of one. The step `nodule` is told that its picture is a crop: only its quality
 * counts.
 */
export async function accept({ gate }: PreparedSlice, context: EngineContext): Promise<Acceptance> {
  if (context.options?.step === 'nodule') return qualityRefusal(gate) ?? { accepted: true, score: 1 };
  const acceptance = await acceptModality(gate, context, 'chestCt', words);
  return acceptance.accepted ? ((await headRefusal(gate, context)) ?? acceptance) : acceptance;
}

/** Of a picture that is no Hounsfield units: a head shown in a chest's window. */
async function headRefusal(gate: GateView, context: EngineContext): Promise<Acceptance | undefined> {
  if (gate.quantity === 'hounsfield') return undefined;
  const { headCt, chestCt } = await recogniseModality(softTissueView(gate), context);
  if (headCt < headFrom) return undefined;
  const message = `This looks like a head CT, not ${words.wanted}. ${words.advice}`;
  return { accepted: false, score: chestCt, reason: 'wrong_modality', message };
}
