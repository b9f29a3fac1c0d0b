/** What a row of the history says, with its share of the width. */
const widths = {
  Patient: 'minmax(128px, 0.8fr)',
  'Analyzed By': 'minmax(84px, 0.7fr)',
  Date: 'var(--history-date)',
  Exam: 'minmax(88px, 1fr)',
  'Report ID': '108px',
  Result: 'minmax(180px, 2.8fr)',
} as const;

export const historyColumns = Object.keys(widths) as (keyof typeof widths)[];

/** The same for the heads and for every row: buttons stand in the last place. */
export function gridOf(isShown: (column: string) => boolean): string {
  const shown = historyColumns.filter(isShown).map((column) => widths[column]);
  return `${shown.join(' ')} var(--history-actions)`;
}
