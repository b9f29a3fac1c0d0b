import { useState } from 'react';
import { keep, keptKey, readKept } from './kept.ts';

/** Whether a panel is folded away; remembered in this browser per account. */
export function useFoldedPanel(name: string, owner: string | number | undefined) {
  const key = keptKey('folded', name, owner);
  const [isFolded, setFolded] = useState(() => readKept(key) === 'true');
  const toggle = () => {
    keep(key, String(!isFolded));
    setFolded(!isFolded);
  };
  return { isFolded, toggle };
}
