import type { AnalysisModule } from '@second-read/core/analysis/module';
import { brainCt } from './brain-ct/module.ts';
import { breast } from './breast/module.ts';
import { cervix } from './cervix/module.ts';
import { lung } from './lung/module.ts';

/** Every clinical module, in the order of the dashboard. */
export const moduleList: readonly AnalysisModule[] = [breast, brainCt, lung, cervix];
