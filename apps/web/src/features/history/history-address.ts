import { manifests } from '@second-read/analyses/manifests';
import { countedAtMost, lookedAtMost, reportDays, reportFacets } from '@second-read/contract/reports';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import { z } from 'zod';
import type { Facets, ReportScope } from '../../api/reports/reports.ts';
import { keepSearch, keptSearch } from '../../storage/kept-search.ts';

export const scopeLabels: Readonly<Record<ReportScope, string>> = { my: 'My Reports', all: 'All Reports' };

/** Reports on one page. */
export const historyPageSize = 20;
/** Pages that are reached by their number; each further stretch of as many begins after a report. */
const stretch = countedAtMost / historyPageSize;

/**
 * What the history shows. It is in the address, so that it survives reload, back and sharing; of the search
 * only a name is (`keepSearch`).
 */
export interface HistoryView {
  /** Null: of all types. */
  readonly manifest: ModuleManifest | null;
  readonly facets: Facets;
  readonly scope: ReportScope;
  /** Trimmed. */
  readonly q: string;
  /** Counted from 1. */
  readonly page: number;
  /** The last report of each stretch of pages before this one. */
  readonly after: readonly string[];
}

/** Facets besides the type, which has a separate field. */
export const facetNames = reportFacets.filter((facet) => facet !== 'module');

const isDay = (text: string) => z.iso.date().safeParse(text).success;

/** Whether the list comes over all modules; that of one type alone has no end. */
export function isEvery({ manifest, facets }: Pick<HistoryView, 'manifest' | 'facets'>): boolean {
  return manifest === null || Object.keys(facets).length > 0;
}

/** Reads an address; whatever it does not say, or says wrongly, is the default. */
export function readHistoryAddress(search: URLSearchParams): HistoryView {
  const wanted = Number(search.get('page') ?? 1);
  const after = search.getAll('after');
  const manifest = manifests.find(({ id }) => id === search.get('type')) ?? null;
  const facets = Object.fromEntries([
    ...facetNames.flatMap((name) => facetIn(search, name)),
    ...reportDays.flatMap((name) => facetIn(search, name).filter(([, day]) => isDay(day))),
  ]);
  const most = isEvery({ manifest, facets }) ? lookedAtMost / historyPageSize : (after.length + 1) * stretch;
  const page = Number.isInteger(wanted) && wanted > 0 ? Math.min(wanted, most) : 1;
  return {
    ...{ manifest, facets },
    scope: search.get('scope') === 'all' ? 'all' : 'my',
    q: (search.get('q') ?? keptSearch(search.get('search') ?? '')).trim(),
    page,
    after: after.slice(0, stretchesBefore(page)),
  };
}

function facetIn(search: URLSearchParams, name: string): [string, string][] {
  const value = search.get(name);
  return value === null || value === '' ? [] : [[name, value]];
}

function stretchesBefore(page: number): number {
  return Math.floor((page - 1) / stretch);
}

/** Writes an address; defaults are left out. */
export function writeHistoryAddress(view: HistoryView): URLSearchParams {
  const { manifest, facets, scope, q, page, after } = view;
  const search = new URLSearchParams(facets);
  if (manifest !== null) search.set('type', manifest.id);
  if (scope !== 'my') search.set('scope', scope);
  if (q !== '') search.set('search', keepSearch(q));
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
export function nextPage(view: HistoryView, last: string): Pick<HistoryView, 'page' | 'after'> {
  const { page, after } = view;
  return { page: page + 1, after: isEndOfStretch(view) ? [...after, last] : after };
}

/** Whether the next page can be asked for only when the last report of this one is known. */
export function isEndOfStretch(view: HistoryView): boolean {
  return !isEvery(view) && view.page % stretch === 0;
}
