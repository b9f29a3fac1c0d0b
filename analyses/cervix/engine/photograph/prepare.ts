import type { Study } from '@second-read/core/decode/study';
import type { RgbImage } from '@second-read/core/pixels/plane';
import type { GateView } from '../../../modality/reduced-colour.ts';
import { photographOf, workingImageOf } from './working-image.ts';

/** A photograph as gate and reading see it. */
export interface PreparedPhotograph {
  readonly study: Study;
  readonly gate: GateView;
  /** In full; a grey picture has three equal channels. */
  readonly photograph: RgbImage;
  /** At the size at which it is read. */
  readonly working: RgbImage;
}

export function prepare(study: Study): PreparedPhotograph {
  const photograph = photographOf(study);
  const working = workingImageOf(photograph);
  const gate = study.colour === undefined ? study : { ...study, colour: working };
  return { study, gate, photograph, working };
}
