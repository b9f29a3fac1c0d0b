import type { WorklistItem } from '@second-read/contract/worklist';
import { useEffect, useState } from 'react';

interface Place {
  readonly id: string;
  /** Where it stood: when it is gone, the row that took its place is chosen. */
  readonly at: number;
}

/** The row that was left for its report: it is chosen when the reader comes back. */
let left: Place | null = null;

/**
 * The row that the keys have reached; it stays as the list changes around it, and while a report is read.
 * `isFirstChosen`: until then the first one.
 */
export function useChosenRow(items: readonly WorklistItem[], isFirstChosen: boolean) {
  const [place, setPlace] = useState<Place | null>(left);
  const found = items.findIndex((item) => item.report_id === place?.id);
  const at = place === null ? -1 : found >= 0 ? found : Math.min(place.at, items.length - 1);
  const choose = (index: number) => {
    const item = items[Math.min(Math.max(index, 0), items.length - 1)];
    if (!item) return;
    left = { id: item.report_id, at: items.indexOf(item) };
    setPlace(left);
  };
  const first = isFirstChosen && place === null ? items[0] : undefined;
  useEffect(() => {
    if (first) setPlace({ id: first.report_id, at: 0 });
  }, [first]);
  return {
    chosen: items[at] ?? null,
    choose: (id: string) => choose(items.findIndex((item) => item.report_id === id)),
    step: (by: number) => choose(at + by),
  };
}
