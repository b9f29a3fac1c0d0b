import type { AnalysisId, ModuleManifest } from '@second-read/core/analysis/manifest';
import { manifest as brainCt } from './brain-ct/manifest.ts';
import { manifest as breast } from './breast/manifest.ts';
import { manifest as cervix } from './cervix/manifest.ts';
import { manifest as lung } from './lung/manifest.ts';

/** Every clinical module by id. Safe in the browser: no engine is reached from here. */
export const catalogue: Readonly<Record<AnalysisId, ModuleManifest>> = {
  breast,
  'brain-ct': brainCt,
  lung,
  cervix,
};

/** In the order of the dashboard. */
export const manifests: readonly ModuleManifest[] = [breast, brainCt, lung, cervix];

/** The module of a report id; any unknown prefix reads as breast, as specified. */
export function manifestOfReportId(reportId: string): ModuleManifest {
  return manifests.find((entry) => reportId.startsWith(`${entry.reportIdPrefix}-`)) ?? breast;
}
