import type { AnalysisId, ModuleManifest } from '@second-read/core/analysis/manifest';
import type { AnalysisModule } from '@second-read/core/analysis/module';
import { moduleList } from './module-list.ts';

/**
 * Every clinical module, in the order of the dashboard. Safe in the browser: no engine is reached from here.
 */
export const modules: readonly AnalysisModule[] = moduleList;

export const manifests: readonly ModuleManifest[] = modules.map(({ manifest }) => manifest);

/** What a missing or unknown choice stands for, as specified: breast. */
export const firstManifest = firstModule().manifest;

export const moduleIds: readonly AnalysisId[] = manifests.map(({ id }) => id);

const byId = new Map(modules.map((module) => [module.manifest.id, module]));

/** @throws Error where no module has that id: ids that come from outside are checked before. */
export function moduleOf(id: AnalysisId): AnalysisModule {
  const module = byId.get(id);
  if (!module) throw new Error(`there is no module "${id}"`);
  return module;
}

/** @throws Error as {@link moduleOf}. */
export function manifestOf(id: AnalysisId): ModuleManifest {
  return moduleOf(id).manifest;
}

/** The module of a report id; any unknown prefix reads as breast, as specified. */
export function moduleOfReportId(reportId: string): AnalysisModule {
  const isOf = ({ manifest }: AnalysisModule) => reportId.startsWith(`${manifest.reportIdPrefix}-`);
  return modules.find(isOf) ?? firstModule();
}

function firstModule(): AnalysisModule {
  const [first] = modules;
  if (!first) throw new Error('the catalogue is empty');
  return first;
}
