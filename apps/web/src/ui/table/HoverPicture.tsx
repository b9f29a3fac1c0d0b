import { type ReactNode, useEffect, useState } from 'react';
import classes from './HoverPicture.module.css';

/** A pointer that only passes over a list asks for no picture. */
const restMs = 250;
const size = 208;

interface HoverPictureProps {
  /** A signed link; absent where there is none. */
  src: string | undefined;
  children: ReactNode;
}

/** Shows a small picture beside what the mouse rests on; what it shows stands behind the link as well. */
export function HoverPicture({ src, children }: HoverPictureProps) {
  const [at, setAt] = useState<{ left: number; top: number } | null>(null);
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (at === null) return;
    const timer = setTimeout(() => setShown(true), restMs);
    return () => clearTimeout(timer);
  }, [at]);
  const leave = () => {
    setAt(null);
    setShown(false);
  };
  if (src === undefined) return children;
  return (
    <span
      onPointerEnter={({ pointerType, currentTarget }) =>
        pointerType === 'mouse' && setAt(placeBeside(currentTarget.getBoundingClientRect()))
      }
      onPointerLeave={leave}
      onClickCapture={leave}
    >
      {children}
      {at !== null && isShown && (
        <img
          className={classes.picture}
          src={`${src}&size=small`}
          alt=""
          width={size}
          height={size}
          style={at}
          onError={leave}
        />
      )}
    </span>
  );
}

/** Below what is pointed at, above it where the window ends; to its right, where no text is covered. */
function placeBeside({ right, bottom, top }: DOMRect) {
  const isLow = bottom + size + 8 > window.innerHeight;
  return { left: Math.min(right + 12, window.innerWidth - size - 8), top: isLow ? top - size : bottom };
}
