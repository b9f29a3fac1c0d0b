import { useState } from 'react';
import { accountItem } from '../../storage/browser-storage.ts';

/** Whether a panel is folded away; remembered in this browser per account; until then as usual. */
export function useFoldedPanel(name: string, owner: string | undefined, isUsual = false) {
  const item = accountItem('folded', owner, name);
  const [isFolded, setFolded] = useState(() => (item.read() ?? String(isUsual)) === 'true');
  const toggle = () => {
    item.write(String(!isFolded));
    setFolded(!isFolded);
  };
  return { isFolded, toggle };
}
