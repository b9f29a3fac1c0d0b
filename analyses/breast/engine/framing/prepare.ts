import { lazily } from '@second-read/core/decode/lazily';
import type { Study } from '@second-read/core/decode/study';
import { type GateView, gateView } from '../../../modality/reduced-colour.ts';
import { asDisplayed } from './display-window.ts';
import { makeWorkingImage, type WorkingImage } from './working-image.ts';

/** A mammogram as gate and reading see it. */
export interface PreparedMammogram {
  /** As its own display window shows it. */
  readonly study: Study;
  readonly gate: GateView;
  readonly working: () => WorkingImage;
}

export function prepareMammogram(input: Study): PreparedMammogram {
  const study = asDisplayed(input);
  return { study, gate: gateView(study), working: lazily(() => makeWorkingImage(study)) };
}
