import { moduleList as product } from '@second-read/analyses/module-list';
import type { AnalysisModule } from '@second-read/core/analysis/module';
import { phantom } from './inserts/module.ts';

/** The modules of the product and a fifth, as a site would add it. */
export const moduleList: readonly AnalysisModule[] = [...product, phantom];
