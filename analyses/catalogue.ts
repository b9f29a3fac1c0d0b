import type { AnalysisId } from '@second-read/core/analysis/manifest';
import type { AnalysisModule } from '@second-read/core/analysis/module';
import { moduleList } from './module-list.ts';

/**
 * Every clinical module, in the order of the dashboard. Safe in the browser: no engine is reached from here.
 * Where manifests are enough, `manifests.ts` gives them without the modules' schemas and wording.
 */
export const modules: readonly AnalysisModule[] = moduleList;

const byId = new Map(modules.map((module) => [module.manifest.id, module]));

/** @throws Error where no module has that id: ids that come from outside are checked before. */
export function moduleOf(id: AnalysisId): AnalysisModule {
  const module = byId.get(id);
  if (!module) throw new Error(`there is no module "${id}"`);
  return module;
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
