import type { Engine } from '@second-read/core/analysis/engine';
import { accept } from './accept.ts';
import { analyse } from './analyse.ts';
import { type PreparedSlice, prepare } from './prepare.ts';

/** Reads one axial slice of a head CT. */
export const engine: Engine<PreparedSlice> = { prepare, accept, analyse };
