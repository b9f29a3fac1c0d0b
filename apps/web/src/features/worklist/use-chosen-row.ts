import type { WorklistItem } from '@second-read/contract/worklist';
import { useState } from 'react';

interface Place {
  readonly id: string;
  /** Where it stood: when it is gone, the row that took its place is chosen. */
  readonly at: number;
}

/** The row that was left for its report: it is chosen when the reader comes back. */
let left: Place | null = null;

/**
 * The row that the keys have reached; it stays as the list changes around it, and while a report is read.
 * `shown` is that row only while the reader chose it on this visit: showing a report is a look that the audit
 * trail keeps, and a row that took the place of another, or is found again on coming back, was not chosen.
 */
export function useChosenRow(items: readonly WorklistItem[]) {
  const [place, setPlace] = useState<Place | null>(left);
  const [shownId, setShownId] = useState<string | null>(null);
  const found = items.findIndex((item) => item.report_id === place?.id);
  const at = place === null ? -1 : found >= 0 ? found : Math.min(place.at, items.length - 1);
  const chosen = items[at] ?? null;
  const choose = (index: number) => {
    const item = items[Math.min(Math.max(index, 0), items.length - 1)];
    if (!item) return;
    left = { id: item.report_id, at: items.indexOf(item) };
    setPlace(left);
    setShownId(item.report_id);
  };
  return {
    chosen,
    shown: chosen?.report_id === shownId ? chosen : null,
    choose: (id: string) => choose(items.findIndex((item) => item.report_id === id)),
    step: (by: number) => choose(at + by),
  };
}
