import type { AnalysisId } from '@second-read/core/analysis/manifest';
import type { ReportModule } from '@second-read/core/analysis/report-module';
import { report as brainCt } from './brain-ct/report.ts';
import { report as breast } from './breast/report.ts';
import { report as cervix } from './cervix/report.ts';
import { report as lung } from './lung/report.ts';

/** id → how the module words its results. Safe in the browser. */
export const reports: Readonly<Record<AnalysisId, ReportModule>> = {
  breast,
  'brain-ct': brainCt,
  lung,
  cervix,
};
