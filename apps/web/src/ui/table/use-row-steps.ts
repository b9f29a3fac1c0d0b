import { type RefObject, useEffect } from 'react';
import { isFreeKey } from '../free-key.ts';
import { useKeySections } from '../help/key-sections.ts';
import { useKeyNames, usualKey } from '../preferences.ts';

/**
 * The keys for the next and the previous row of a list move the focus over elements that carry `data-row`;
 * with Home and End to the first and the last.
 */
export function useRowSteps(list: RefObject<HTMLElement | null>, heading: string): void {
  const ownKey = useKeyNames('worklist');
  const entries = [
    [ownKey('j'), 'Next row'],
    [ownKey('k'), 'Previous row'],
    ['Home End', 'First and last row'],
  ] as const;
  useKeySections([{ heading, entries }], 'screen');
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null;
      if (!isFreeKey(event)) return;
      const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
      const at = rows.findIndex((row) => row.contains(target));
      const next = rowAfter(usualKey('worklist', event.key), { at, count: rows.length });
      if (next === null) return;
      event.preventDefault();
      rows[next]?.focus();
      rows[next]?.scrollIntoView({ block: 'nearest' });
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [list]);
}

/** Home and End scroll the page as everywhere until a row has the focus. */
function rowAfter(key: string | null, { at, count }: { at: number; count: number }): number | null {
  if (count === 0) return null;
  if (key === 'j') return Math.min(at + 1, count - 1);
  if (key === 'k') return at < 0 ? count - 1 : Math.max(at - 1, 0);
  if (at < 0) return null;
  return key === 'Home' ? 0 : key === 'End' ? count - 1 : null;
}
