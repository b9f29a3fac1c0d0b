import { type ReactNode, useRef } from 'react';
import classes from './Camera.module.css';

interface FileWayProps {
  onFile: (file: File) => void;
  disabled: boolean;
  children: ReactNode;
}

/** A picture by the camera app of the device; a desk, which has none, offers its files. */
export function FileWay({ onFile, disabled, children }: FileWayProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        className={classes.hidden}
        type="file"
        accept="image/*"
        capture="environment"
        aria-label="Picture from the camera app or a file"
        tabIndex={-1}
        disabled={disabled}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          event.currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
      <button
        type="button"
        className={classes.action}
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        {children}
      </button>
    </>
  );
}
