import type { WorklistItem } from '@second-read/contract/worklist';
import { useState } from 'react';

interface Place {
  readonly id: string;
  /** Where it stood: when it is gone, the row that took its place is chosen. */
  readonly at: number;
}

/** The row that the keys have reached; it stays as the list changes around it. */
export function useChosenRow(items: readonly WorklistItem[]) {
  const [place, setPlace] = useState<Place | null>(null);
  const found = items.findIndex((item) => item.report_id === place?.id);
  const at = place === null ? -1 : found >= 0 ? found : Math.min(place.at, items.length - 1);
  const choose = (index: number) => {
    const item = items[Math.min(Math.max(index, 0), items.length - 1)];
    if (item) setPlace({ id: item.report_id, at: items.indexOf(item) });
  };
  return {
    chosen: items[at] ?? null,
    choose: (id: string) => choose(items.findIndex((item) => item.report_id === id)),
    step: (by: number) => choose(at + by),
  };
}
