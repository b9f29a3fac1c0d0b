import { useEffect, useState } from 'react';
import { type LoadedSource, loadSource } from './load-source.ts';
import type { DisplayWindow } from './picture.ts';

/** What the browser can make of a chosen file; null while it is being read, or without one. */
export function useLoadedSource(file: File | null, displayWindow?: DisplayWindow): LoadedSource | null {
  const [loaded, setLoaded] = useState<{ file: File; source: LoadedSource } | null>(null);
  useEffect(() => {
    if (!file) return;
    let isCurrent = true;
    loadSource(file, displayWindow).then((source) => {
      if (isCurrent) setLoaded({ file, source });
    });
    return () => {
      isCurrent = false;
    };
  }, [file, displayWindow]);
  return loaded && loaded.file === file ? loaded.source : null;
}
