/** What a row of the history says, with its share of the width. */
const widths = {
  Patient: 'minmax(96px, 1.1fr)',
  'Analyzed By': 'minmax(88px, 0.9fr)',
  Date: 'minmax(var(--history-date), 1fr)',
  Exam: 'minmax(88px, 1fr)',
  'Report ID': 'minmax(104px, 0.6fr)',
  Result: 'minmax(180px, 2.4fr)',
} as const;

export const historyColumns = Object.keys(widths) as (keyof typeof widths)[];

/** The same for the heads and for every row: buttons stand in the last place. */
export function gridOf(isShown: (column: string) => boolean): string {
  const shown = historyColumns.filter(isShown).map((column) => widths[column]);
  return `${shown.join(' ')} var(--history-actions)`;
}
