import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './DropZone.module.css';

interface DropZoneProps {
  /** What was pasted. */
  onFiles: (files: readonly File[]) => void;
  /** What was dropped, which may be folders. */
  onDrop: (dropped: DataTransfer) => void;
  disabled: boolean;
  children: ReactNode;
}

/**
 * Takes files dropped anywhere within, or pasted anywhere on the page. Its buttons are those of the picker.
 */
export function DropZone({ onFiles, onDrop, disabled, children }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  const depth = useRef(0);
  usePastedFiles(disabled ? null : onFiles);

  const track = (step: 1 | -1) => (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    depth.current += step;
    setOver(depth.current > 0 && !disabled);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    depth.current = 0;
    setOver(false);
    if (event.dataTransfer.files.length > 0 && !disabled) onDrop(event.dataTransfer);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the button does the same
    <div
      className={classes.zone}
      onDragEnter={track(1)}
      onDragLeave={track(-1)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      {children}
      {isOver && <div className={classes.over}>Drop the image to open it</div>}
    </div>
  );
}

function usePastedFiles(onFiles: DropZoneProps['onFiles'] | null): void {
  const latest = useRef(onFiles);
  useEffect(() => {
    latest.current = onFiles;
  });
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length > 0) latest.current?.(files);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);
}
