import { catalogue } from '@second-read/analyses/catalogue';
import type { AnalysisId, ModuleManifest } from '@second-read/core/analysis/manifest';
import type { ReportScope } from '../../api/reports.ts';

/** The order of the drop-down: the two specified types first, then Lung and Cervix (decision 20). */
export const historyOrder: readonly AnalysisId[] = ['breast', 'brain-ct', 'lung', 'cervix'];

export const scopeLabels: Readonly<Record<ReportScope, string>> = { my: 'My Reports', all: 'All Reports' };

/** What the history shows; all of it stands in the address, so that it survives reload, back and sharing. */
export interface HistoryView {
  readonly manifest: ModuleManifest;
  readonly scope: ReportScope;
  /** Trimmed. */
  readonly q: string;
  /** Counted from 1. */
  readonly page: number;
}

/** Reads an address; whatever it does not say, or says wrongly, is the default. */
export function readHistoryAddress(search: URLSearchParams): HistoryView {
  const type = historyOrder.find((id) => id === search.get('type')) ?? 'breast';
  const page = Number(search.get('page') ?? 1);
  return {
    manifest: catalogue[type],
    scope: search.get('scope') === 'all' ? 'all' : 'my',
    q: (search.get('q') ?? '').trim(),
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

/** Writes an address; defaults are left out. */
export function writeHistoryAddress({ manifest, scope, q, page }: HistoryView): URLSearchParams {
  const search = new URLSearchParams();
  if (manifest.id !== 'breast') search.set('type', manifest.id);
  if (scope !== 'my') search.set('scope', scope);
  if (q !== '') search.set('q', q);
  if (page > 1) search.set('page', String(page));
  return search;
}
