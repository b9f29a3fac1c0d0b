/** What a row of the history says, with its share of the width. */
const widths = {
  Patient: 'minmax(96px, 1.1fr)',
  'Analyzed By': 'minmax(0, 0.9fr)',
  Date: 'minmax(164px, 1fr)',
  Exam: 'minmax(0, 1fr)',
  'Report ID': 'minmax(0, 0.6fr)',
  Result: 'minmax(200px, 2.4fr)',
} as const;

export const historyColumns = Object.keys(widths) as (keyof typeof widths)[];

/** The same for the heads and for every row: buttons stand in the last place. */
export function gridOf(isShown: (column: string) => boolean): string {
  const shown = historyColumns.filter(isShown).map((column) => widths[column]);
  return `${shown.join(' ')} 212px`;
}
