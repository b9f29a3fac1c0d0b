import type { Study } from '@second-read/core/decode/study';
import { type GateView, gateView } from '../../modality/reduced-colour.ts';

/** A slice as gate and reading see it. */
export interface PreparedSlice {
  readonly study: Study;
  readonly gate: GateView;
}

export function prepare(study: Study): PreparedSlice {
  return { study, gate: gateView(study) };
}
