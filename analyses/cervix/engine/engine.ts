import type { Engine } from '@second-read/core/analysis/engine';
import { accept } from './accept.ts';
import { analyse } from './analyse.ts';
import { type PreparedPhotograph, prepare } from './photograph/prepare.ts';

/** The cervix module. */
export const engine: Engine<PreparedPhotograph> = {
  prepare,
  accept,
  analyse: (prepared, context) => analyse(prepared, context),
};
