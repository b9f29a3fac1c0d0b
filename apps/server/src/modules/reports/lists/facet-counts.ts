import { manifestOf } from '@second-read/analyses/manifests';
import {
  type EveryReportQuery,
  type EveryReportReply,
  type ReportFacet,
  reportFacets,
} from '@second-read/contract/reports';
import { stateWords } from '@second-read/core/review/states';
import type { FacetRow } from './every-report-rows.ts';

const levels = [
  ['none', 'Nothing found'],
  ['open', 'Not assessed'],
  ['finding', 'Finding'],
  ['urgent', 'Urgent'],
] as const;

interface Value {
  readonly value: string;
  readonly label: string;
}

/** Null: nothing to count, as of an unsigned report. */
const facetValue: Readonly<Record<ReportFacet, (row: FacetRow) => Value | null>> = {
  module: ({ module }) => ({ value: module, label: manifestOf(module).card.title }),
  state: ({ state }) => ({ value: state, label: stateWords[state] }),
  urgency: ({ level }) => {
    const [value, label] = levels[level] ?? levels[1];
    return { value, label };
  },
  uploaded_by: ({ uploadedBy, uploadedByName }) => ({
    value: uploadedBy,
    label: uploadedByName || uploadedBy,
  }),
  signed_by: ({ signedBy, signedByName }) =>
    signedBy === null ? null : { value: signedBy, label: signedByName || signedBy },
};

type Chosen = Pick<EveryReportQuery, ReportFacet>;

/** The reports that all chosen facets leave. */
export function narrowed(rows: readonly FacetRow[], chosen: Chosen): FacetRow[] {
  return rows.filter((row) => reportFacets.every((facet) => holds(row, facet, chosen)));
}

function holds(row: FacetRow, facet: ReportFacet, chosen: Chosen): boolean {
  const wanted = chosen[facet];
  return wanted === undefined || facetValue[facet](row)?.value === wanted;
}

/** What each facet has to choose from, where every other one stays as it is. */
export function facetCounts(rows: readonly FacetRow[], chosen: Chosen): EveryReportReply['facets'] {
  const counted = reportFacets.map((facet) => {
    const others = reportFacets.filter((each) => each !== facet);
    const left = rows.filter((row) => others.every((each) => holds(row, each, chosen)));
    return [facet, countsOf(left.flatMap((row) => facetValue[facet](row) ?? []))] as const;
  });
  return Object.fromEntries(counted) as EveryReportReply['facets'];
}

function countsOf(values: readonly Value[]): (Value & { count: number })[] {
  const counts = new Map<string, Value & { count: number }>();
  for (const { value, label } of values)
    counts.set(value, { value, label, count: (counts.get(value)?.count ?? 0) + 1 });
  return [...counts.values()].toSorted((a, b) => b.count - a.count || a.label.localeCompare(b.label));
}
