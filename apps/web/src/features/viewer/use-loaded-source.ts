import { useEffect, useState } from 'react';
import { type LoadedSource, loadSource } from './load-source.ts';
import type { DisplayWindow } from './picture.ts';

/** A chosen file, or a frame of one. */
interface Source {
  readonly file: File;
  readonly frame: number | null;
  /** One of a stack: the picture before it stays until it is read, so that scrolling does not flicker. */
  readonly isOfStack: boolean;
}

/** What the browser can make of a chosen file; null while it is being read, or without one. */
export function useLoadedSource(source: Source | null, displayWindow?: DisplayWindow): LoadedSource | null {
  const { file = null, frame = null, isOfStack = false } = source ?? {};
  const [loaded, setLoaded] = useState<{ file: File; frame: number | null; source: LoadedSource } | null>(
    null,
  );
  useEffect(() => {
    if (!file) return setLoaded(null);
    let isCurrent = true;
    loadSource(file, { displayWindow, frame }).then((read) => {
      if (isCurrent) setLoaded({ file, frame, source: read });
    });
    return () => {
      isCurrent = false;
    };
  }, [file, frame, displayWindow]);
  if (!file || !loaded) return null;
  return isOfStack || (loaded.file === file && loaded.frame === frame) ? loaded.source : null;
}
