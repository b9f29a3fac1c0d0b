import type { AnalysisId } from '@second-read/core/analysis/manifest';
import type { ModuleCoding } from '@second-read/core/encode/code';
import { coding as brainCt } from './brain-ct/coding.ts';
import { coding as breast } from './breast/coding.ts';
import { coding as cervix } from './cervix/coding.ts';
import { coding as lung } from './lung/coding.ts';

/** id → what the module's findings and classes are called in published coding schemes. */
export const codings: Readonly<Record<AnalysisId, ModuleCoding>> = {
  breast,
  'brain-ct': brainCt,
  lung,
  cervix,
};
