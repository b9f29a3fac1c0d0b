import type { WorklistItem } from '@second-read/contract/worklist';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useKeySections } from '../../ui/help/key-sections.ts';

interface Keys {
  readonly step: (by: number) => void;
  readonly onSign: (reportId: string) => void;
  readonly onHold: (item: WorklistItem) => void;
}

const typed = 'input:not([type="checkbox"]), select, textarea, [role="menu"], [role="dialog"]';

const rowKeys = [
  ['J', 'Next report'],
  ['K', 'Previous report'],
  ['Enter', 'Open the chosen report'],
  ['C', 'Claim it, or give it back'],
  ['S', 'Sign it and go to the next'],
] as const;

/** j and k, Enter, c and s; not while something is typed, chosen from a menu or asked in a dialog. */
export function useRowKeys(chosen: WorklistItem | null, { step, onSign, onHold }: Keys): void {
  const navigate = useNavigate();
  useKeySections([{ heading: 'Worklist', entries: rowKeys }], 'screen');
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null;
      if (target?.closest(typed) || document.querySelector('[role="dialog"][aria-modal="true"]')) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'j') step(1);
      if (event.key === 'k') step(-1);
      if (chosen === null) return;
      if (event.key === 'Enter' && !target?.closest('a, button'))
        void navigate(`/analysis/${chosen.report_id}`);
      if (event.key === 'c') onHold(chosen);
      if (event.key === 's') onSign(chosen.report_id);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [chosen, step, onSign, onHold, navigate]);
}
