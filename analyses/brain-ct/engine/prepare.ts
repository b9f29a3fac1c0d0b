import { lazily } from '@second-read/core/decode/lazily';
import type { Study } from '@second-read/core/decode/study';
import { type GateView, gateView } from '../../modality/reduced-colour.ts';
import { type Seen, see } from './seen.ts';

/** A slice as gate, measurement and figure see it. */
export interface PreparedSlice {
  readonly study: Study;
  readonly gate: GateView;
  readonly seen: () => Seen;
}

export function prepare(study: Study): PreparedSlice {
  return { study, gate: gateView(study), seen: lazily(() => see(study)) };
}
