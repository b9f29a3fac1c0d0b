/** Address of a report beside an earlier one: the details of the report with the other's id. */
export function comparisonPath(reportId: string, priorId: string): string {
  return `/analysis/${encodeURIComponent(reportId)}?prior=${encodeURIComponent(priorId)}`;
}
