import type { Engine } from '@second-read/core/analysis/engine';
import { acceptMammogram } from './accept.ts';
import { analyseMammogram } from './analyse.ts';
import { calibration } from './calibration.ts';
import { type PreparedMammogram, prepareMammogram } from './framing/prepare.ts';

/** The breast module: reads one mammogram (CC or MLO, film or digital, either side, either polarity). */
export const engine: Engine<PreparedMammogram> = {
  prepare: prepareMammogram,
  accept: acceptMammogram,
  analyse: (prepared, context) => analyseMammogram(prepared, context, calibration),
};
