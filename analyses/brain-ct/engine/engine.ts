import type { Engine } from '@second-read/core/analysis/engine';
import { accept } from './accept.ts';
import { analyse } from './analyse.ts';

/** Reads one axial slice of a head CT. */
export const engine: Engine = { accept, analyse };
