import type { Engine } from '@second-read/core/analysis/engine';
import { accept } from './accept.ts';
import { analyse } from './analyse.ts';

/** The cervix module. */
export const engine: Engine = { accept, analyse: (study, context) => analyse(study, context) };
