import { useEffect, useRef, useState } from 'react';
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
  const asked = useRef(0);
  const shown = useRef(0);
  useEffect(() => {
    asked.current += 1;
    const turn = asked.current;
    if (!file) {
      shown.current = turn;
      setLoaded(null);
      return;
    }
    loadSource(file, { displayWindow, frame }).then((read) => {
      // While one scrolls, a picture is shown although one is already further on; never one behind it.
      if (!read || turn <= shown.current || (!isOfStack && turn !== asked.current)) return;
      shown.current = turn;
      setLoaded({ file, frame, source: read });
    });
  }, [file, frame, isOfStack, displayWindow]);
  if (!file || !loaded) return null;
  return isOfStack || (loaded.file === file && loaded.frame === frame) ? loaded.source : null;
}
