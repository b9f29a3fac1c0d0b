import type { WorklistItem } from '@second-read/contract/worklist';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isFreeKey, isWithin } from '../../ui/free-key.ts';
import { useKeySections } from '../../ui/help/key-sections.ts';
import { useKeyNames, usualKey } from '../../ui/preferences.ts';

interface Keys {
  readonly step: (by: number) => void;
  readonly onHold: (item: WorklistItem) => void;
}

const rowKeys = [
  ['j', 'Next report'],
  ['k', 'Previous report'],
  ['Enter', 'Open the chosen report'],
  ['c', 'Claim it, or give it back'],
  ['s', 'Open it and ask to sign'],
] as const;

/**
 * j and k, Enter, c and s, or what the account has for them; not while something is typed, chosen from a menu
 * or asked in a dialog.
 */
export function useRowKeys(chosen: WorklistItem | null, { step, onHold }: Keys): void {
  const navigate = useNavigate();
  const worklist = useLocation().search;
  const ownKey = useKeyNames('worklist');
  const entries = rowKeys.map(([key, does]) => [key.length === 1 ? ownKey(key) : key, does] as const);
  useKeySections([{ heading: 'Worklist', entries }], 'screen');
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isFreeKey(event)) return;
      const key = usualKey('worklist', event.key);
      if (key === 'j') step(1);
      if (key === 'k') step(-1);
      if (chosen === null) return;
      const { report_id: id, version } = chosen;
      const open = (state: object) => void navigate(`/analysis/${id}`, { state: { worklist, ...state } });
      if (key === 'Enter' && !isWithin(event.target, 'a, button')) open({});
      if (key === 'c') onHold(chosen);
      if (key === 's') open({ sign: { version } });
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [chosen, step, onHold, navigate, worklist]);
}
