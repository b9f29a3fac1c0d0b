import { firstManifest, manifests } from '@second-read/analyses/manifests';
import { countedAtMost } from '@second-read/contract/reports';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import type { ReportScope } from '../../api/reports/reports.ts';

export const scopeLabels: Readonly<Record<ReportScope, string>> = { my: 'My Reports', all: 'All Reports' };

/** Reports on one page. */
export const historyPageSize = 20;
/** Pages that are reached by their number; each further stretch of as many begins after a report. */
const stretch = countedAtMost / historyPageSize;

/** What the history shows; all of it stands in the address, so that it survives reload, back and sharing. */
export interface HistoryView {
  readonly manifest: ModuleManifest;
  readonly scope: ReportScope;
  /** Trimmed. */
  readonly q: string;
  /** Counted from 1. */
  readonly page: number;
  /** The last report of each stretch of pages before this one. */
  readonly after: readonly string[];
}

/** Reads an address; whatever it does not say, or says wrongly, is the default. */
export function readHistoryAddress(search: URLSearchParams): HistoryView {
  const wanted = Number(search.get('page') ?? 1);
  const after = search.getAll('after');
  const page = Number.isInteger(wanted) && wanted > 0 ? Math.min(wanted, (after.length + 1) * stretch) : 1;
  return {
    manifest: manifests.find(({ id }) => id === search.get('type')) ?? firstManifest,
    scope: search.get('scope') === 'all' ? 'all' : 'my',
    q: (search.get('q') ?? '').trim(),
    page,
    after: after.slice(0, stretchesBefore(page)),
  };
}

function stretchesBefore(page: number): number {
  return Math.floor((page - 1) / stretch);
}

/** Writes an address; defaults are left out. */
export function writeHistoryAddress({ manifest, scope, q, page, after }: HistoryView): URLSearchParams {
  const search = new URLSearchParams();
  if (manifest !== firstManifest) search.set('type', manifest.id);
  if (scope !== 'my') search.set('scope', scope);
  if (q !== '') search.set('q', q);
  if (page > 1) search.set('page', String(page));
  for (const id of after.slice(0, stretchesBefore(page))) search.append('after', id);
  return search;
}

/** How the server is asked for the page: by its number from the start of its stretch. */
export function placeOfPage({ page, after }: HistoryView): { page: number; after?: string } {
  const last = after.at(-1);
  return { page: page - after.length * stretch, ...(last !== undefined && { after: last }) };
}

/** The page after this one, whose last report is `last`. */
export function nextPage({ page, after }: HistoryView, last: string): Pick<HistoryView, 'page' | 'after'> {
  return { page: page + 1, after: isEndOfStretch(page) ? [...after, last] : after };
}

/** Whether the next page can be asked for only when the last report of this one is known. */
export function isEndOfStretch(page: number): boolean {
  return page % stretch === 0;
}
