import type { Preferences } from '@second-read/contract/preferences';
import type { ModuleManifest, ViewId } from '@second-read/core/analysis/manifest';

/** The view in which a result opens: the account's where the module has it, else the module's. */
export function openingView(
  { views, resultView }: Pick<ModuleManifest, 'views' | 'resultView'>,
  wanted: Preferences['opening_view'] = 'specified',
): ViewId {
  if (wanted === 'specified') return resultView;
  if (wanted === 'outlines') return 'input';
  return views.some(({ id }) => id === wanted) ? wanted : resultView;
}
