import type { Acceptance, EngineContext } from '@second-read/core/analysis/engine';
import { acceptModality } from '../../modality/gate.ts';
import type { PreparedSlice } from './prepare.ts';

/**
 * Takes every level of a head CT, face and vertex included; what a level does not show is left open in the
 * report.
 */
export async function accept({ gate, seen }: PreparedSlice, context: EngineContext): Promise<Acceptance> {
  const acceptance = await acceptModality(gate, context, 'headCt', {
    wanted: 'a head CT',
    advice: 'Please upload one axial slice of a head CT, shown in a brain window or as DICOM.',
  });
  if (!acceptance.accepted || seen().upright !== undefined) return acceptance;
  return {
    accepted: false,
    score: acceptance.score,
    reason: 'poor_quality',
    message: 'No head could be outlined in this picture. Please upload one whole axial slice of a head CT.',
  };
}
