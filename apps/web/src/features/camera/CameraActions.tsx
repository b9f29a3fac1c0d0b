import { useEffect, useRef } from 'react';
import classes from './Camera.module.css';
import { FileWay } from './FileWay.tsx';

interface CameraActionsProps {
  state: 'starting' | 'live' | 'failed' | 'still';
  /** How many pictures there are. */
  taken: number;
  isFull: boolean;
  onTake: () => void;
  onUse: () => void;
  onRetake: () => void;
  onRetry: () => void;
  onFile: (file: File) => void;
  onDone: () => void;
}

/** What can be done now, at the thumb. The first of it has the focus. */
export function CameraActions(props: CameraActionsProps) {
  const { state, taken, isFull, onTake, onUse, onRetake, onRetry, onFile, onDone } = props;
  const main = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the main button is another in each state
  useEffect(() => main.current?.focus(), [state]);
  const done = taken > 0 && (
    <button type="button" className={classes.action} onClick={onDone}>
      {`Done (${taken})`}
    </button>
  );
  if (state === 'still')
    return (
      <footer className={classes.actions}>
        <button type="button" className={classes.action} onClick={onRetake}>
          Retake
        </button>
        <button ref={main} type="button" className={classes.action} data-main onClick={onUse}>
          Use picture
        </button>
      </footer>
    );
  if (state === 'failed')
    return (
      <footer className={classes.actions}>
        <button type="button" className={classes.action} onClick={onRetry}>
          Try again
        </button>
        <FileWay onFile={onFile} disabled={isFull}>
          Camera app or file
        </FileWay>
        {done}
      </footer>
    );
  return (
    <footer className={classes.actions}>
      {isFull && (
        <p role="status" className={classes.full}>
          {`${taken} pictures are kept at most: remove one first.`}
        </p>
      )}
      <button
        ref={main}
        type="button"
        className={classes.shutter}
        aria-label="Take the picture"
        disabled={state !== 'live' || isFull}
        onClick={onTake}
      />
      {done}
    </footer>
  );
}
