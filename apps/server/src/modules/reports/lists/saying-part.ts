import { conclusionOf } from '@second-read/analyses/stored-reading';
import { orUnreadable } from '../../../platform/log/or-unreadable.ts';
import { findReports, type StoredReport } from '../reports.repository.ts';
import type { ListTools } from '../unreadable-report.ts';
import type { FoundRow } from './every-report-rows.ts';

/** So many are opened between two turns of the event loop. */
const batch = 50;

/** Without those whose version in force a reader changed so that it does not say the part. */
export async function sayingPart(
  rows: readonly FoundRow[],
  part: string,
  tools: ListTools,
): Promise<FoundRow[]> {
  const ids = rows.filter(({ isToOpen }) => isToOpen).map(({ id }) => id);
  const wanted = part.trim().toLowerCase();
  const saying = new Set<string>();
  for (let at = 0; at < ids.length; at += batch) {
    for (const stored of await findReports(tools, ids.slice(at, at + batch))) {
      const { id } = stored.report;
      const words = orUnreadable(
        id,
        tools.log,
        () => wordsOf(stored),
        () => '',
      );
      if (words.toLowerCase().includes(wanted)) saying.add(id);
    }
  }
  return rows.filter(({ id, isToOpen }) => !isToOpen || saying.has(id));
}

/** A reader's own impression stands in place of the conclusion. */
function wordsOf({ report, review }: StoredReport): string {
  const { impression, ...others } = review?.content.written ?? {};
  return [impression || conclusionOf(report.reading), ...Object.values(others)].join('\n');
}
