import type { WorklistItem } from '@second-read/contract/worklist';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useKeySections } from '../../ui/help/key-sections.ts';
import { useKeyNames, usualKey } from '../../ui/preferences.ts';

interface Keys {
  readonly step: (by: number) => void;
  readonly onSign: (reportId: string) => void;
  readonly onHold: (item: WorklistItem) => void;
}

const typed = 'input:not([type="checkbox"]), select, textarea, [role="menu"], [role="dialog"]';

const rowKeys = [
  ['j', 'Next report'],
  ['k', 'Previous report'],
  ['Enter', 'Open the chosen report'],
  ['c', 'Claim it, or give it back'],
  ['s', 'Sign it and go to the next'],
] as const;

/**
 * j and k, Enter, c and s, or what the account has for them; not while something is typed, chosen from a menu
 * or asked in a dialog.
 */
export function useRowKeys(chosen: WorklistItem | null, { step, onSign, onHold }: Keys): void {
  const navigate = useNavigate();
  const ownKey = useKeyNames('worklist');
  const entries = rowKeys.map(([key, does]) => [key.length === 1 ? ownKey(key) : key, does] as const);
  useKeySections([{ heading: 'Worklist', entries }], 'screen');
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null;
      if (target?.closest(typed) || document.querySelector('[role="dialog"][aria-modal="true"]')) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const key = usualKey('worklist', event.key);
      if (key === 'j') step(1);
      if (key === 'k') step(-1);
      if (chosen === null) return;
      if (key === 'Enter' && !target?.closest('a, button')) void navigate(`/analysis/${chosen.report_id}`);
      if (key === 'c') onHold(chosen);
      if (key === 's') onSign(chosen.report_id);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [chosen, step, onSign, onHold, navigate]);
}
