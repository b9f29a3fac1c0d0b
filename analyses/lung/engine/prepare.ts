import type { EngineContext } from '@second-read/core/analysis/engine';
import type { Study } from '@second-read/core/decode/study';
import { type GateView, gateView } from '../../modality/reduced-colour.ts';
import { seeSlice } from './see-slice.ts';

/** A slice as gate and reading see it. */
export interface PreparedSlice {
  readonly study: Study;
  readonly gate: GateView;
  /** Its lungs: looked for once, by whoever asks first. */
  readonly seen: (context: EngineContext) => ReturnType<typeof seeSlice>;
}

export function prepare(study: Study): PreparedSlice {
  let seen: ReturnType<typeof seeSlice> | undefined;
  const gate = gateView(study);
  return {
    study,
    gate,
    seen: (context) => {
      seen ??= seeSlice(study, gate, context);
      return seen;
    },
  };
}
