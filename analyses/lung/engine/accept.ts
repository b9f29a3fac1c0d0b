import type { Acceptance, EngineContext } from '@second-read/core/analysis/engine';
import { acceptModality } from '../../modality/gate.ts';
import { qualityRefusal } from '../../modality/quality.ts';
import type { PreparedSlice } from './prepare.ts';

const words = {
  wanted: 'a chest CT slice',
  advice: 'Please upload an axial CT slice of the chest, or a cut-out of one.',
};

/**
 * A chest CT slice or a part of one. The step `nodule` is told that its picture is a crop: only its quality
 * counts.
 */
export async function accept({ gate }: PreparedSlice, context: EngineContext): Promise<Acceptance> {
  if (context.options?.step === 'nodule') return qualityRefusal(gate) ?? { accepted: true, score: 1 };
  return acceptModality(gate, context, 'chestCt', words);
}
