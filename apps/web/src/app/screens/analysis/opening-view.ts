import type { Preferences } from '@second-read/contract/preferences';
import type { ModuleManifest, ViewId } from '@second-read/core/analysis/manifest';
import { useEffect, useRef } from 'react';
import type { FindingsDisplay } from '../../../features/viewer/findings/use-findings-display.ts';

/** The view in which a result opens: the account's where the module has it, else the module's. */
export function openingView(
  { views, resultView }: Pick<ModuleManifest, 'views' | 'resultView'>,
  wanted: Preferences['opening_view'] = 'specified',
): ViewId {
  if (wanted === 'specified') return resultView;
  if (wanted === 'outlines') return 'input';
  return views.some(({ id }) => id === wanted) ? wanted : resultView;
}

/** Outlines the findings of a result once they are here; what the reader then chooses stands. */
export function useOutlined(result: object | null, { marks, outlineAll }: FindingsDisplay): void {
  const outlined = useRef<object | null>(null);
  useEffect(() => {
    if (result === null || outlined.current === result || marks.length === 0) return;
    outlined.current = result;
    outlineAll();
  }, [result, marks, outlineAll]);
}
