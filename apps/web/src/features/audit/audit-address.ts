import type { AuditFilters } from '@second-read/contract/audit';
import { keepSearch, keptSearch } from '../../storage/kept-search.ts';

/** What the screen filters by, as it stands in the address: days rather than instants. */
export interface AuditView {
  readonly action: string;
  readonly outcome: AuditFilters['outcome'];
  readonly user: string;
  readonly subject: string;
  /** First day, `2026-01-31`, or empty. */
  readonly from: string;
  /** Last day, included, or empty. */
  readonly to: string;
}

const day = /^\d{4}-\d{2}-\d{2}$/;

/** Reads an address; what it does not say, or says wrongly, is no filter. */
export function readAuditAddress(search: URLSearchParams): AuditView {
  const text = (name: string) => (search.get(name) ?? '').trim().slice(0, 200);
  const dayOf = (name: string) => (day.test(text(name)) ? text(name) : '');
  const outcome = text('outcome');
  return {
    action: text('action'),
    outcome: outcome === 'success' || outcome === 'failure' ? outcome : '',
    user: text('user'),
    subject: text('subject') || keptSearch(text('search')),
    from: dayOf('from'),
    to: dayOf('to'),
  };
}

/** Writes an address; what is not filtered by is left out. Of a subject, which is typed, there is a name. */
export function writeAuditAddress({ subject, ...view }: AuditView): URLSearchParams {
  const search = subject === '' ? '' : keepSearch(subject);
  return new URLSearchParams(Object.entries({ ...view, search }).filter(([, value]) => value !== ''));
}

/** Days of the reader's own time zone as instants: from included, to excluded. */
export function filtersOf({ from, to, ...rest }: AuditView): AuditFilters {
  return { ...rest, from: startOf(from, 0), to: startOf(to, 1) };
}

function startOf(text: string, later: number): string {
  const [year, month, date] = text.split('-').map(Number);
  if (year === undefined || month === undefined || date === undefined) return '';
  const start = new Date(year, month - 1, date + later);
  return Number.isNaN(start.getTime()) ? '' : start.toISOString();
}
