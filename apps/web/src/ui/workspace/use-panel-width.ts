import { useState } from 'react';
import { accountItem } from '../../storage/browser-storage.ts';

/** Pixels. */
export interface WidthLimits {
  readonly least: number;
  readonly most: number;
  readonly usual: number;
}

/** The width of a panel beside the picture; remembered in this browser per account. */
export function usePanelWidth(name: string, owner: string | undefined, limits: WidthLimits) {
  const item = accountItem('width', owner, name);
  const [width, setWidth] = useState(() => keptWidth(item.read(), limits));
  const change = (next: number) => {
    const within = withinLimits(next, limits);
    item.write(String(within));
    setWidth(within);
  };
  return { width, change, limits };
}

export type PanelWidth = ReturnType<typeof usePanelWidth>;

/** What was kept may be of an older version, or of another hand. */
export function keptWidth(text: string | null, limits: WidthLimits): number {
  const kept = text === null || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(kept) ? withinLimits(kept, limits) : limits.usual;
}

function withinLimits(width: number, { least, most }: WidthLimits): number {
  return Math.round(Math.min(most, Math.max(least, width)));
}
