import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './DropZone.module.css';

interface DropZoneProps {
  onFile: (file: File) => void;
  disabled: boolean;
  children: ReactNode;
}

/** Takes a file dropped anywhere within, or pasted anywhere on the page. Its button is "Upload Image". */
export function DropZone({ onFile, disabled, children }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  const depth = useRef(0);
  usePastedFile(disabled ? null : onFile);

  const track = (step: 1 | -1) => (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    depth.current += step;
    setOver(depth.current > 0 && !disabled);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    depth.current = 0;
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file && !disabled) onFile(file);
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

function usePastedFile(onFile: ((file: File) => void) | null): void {
  const latest = useRef(onFile);
  useEffect(() => {
    latest.current = onFile;
  });
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const [file] = event.clipboardData?.files ?? [];
      if (file) latest.current?.(file);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);
}
