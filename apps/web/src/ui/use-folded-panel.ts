import { useState } from 'react';

/** Whether a panel is folded away; remembered in this browser under its name. */
export function useFoldedPanel(name: string) {
  const key = `folded-${name}`;
  const [isFolded, setFolded] = useState(() => read(key));
  const toggle = () => {
    keep(key, !isFolded);
    setFolded(!isFolded);
  };
  return { isFolded, toggle };
}

function read(key: string): boolean {
  try {
    return localStorage.getItem(key) === 'true';
  } catch {
    return false;
  }
}

function keep(key: string, isFolded: boolean): void {
  try {
    localStorage.setItem(key, String(isFolded));
  } catch {
    // Without storage it holds until the page is left.
  }
}
