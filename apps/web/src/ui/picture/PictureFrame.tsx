import { type ReactNode, useState } from 'react';
import { IconPhotoOff } from '../icons/frame-icons.ts';
import classes from './PictureFrame.module.css';

interface PictureFrameProps {
  /** Absent where there is no such picture. */
  src: string | undefined;
  label: string;
  /** Width over height of the picture, where known: the frame then follows it, within bounds. */
  ratio?: number;
  /** Takes the room that it is given, where the window is wide. */
  fills?: boolean;
  /** Called when the picture could not be loaded: its signed link may have expired. */
  onFail?: () => void;
  /** Said below the picture. */
  children?: ReactNode;
}

/** A picture on the viewer's near-black ground with its name; a placeholder where it is missing or broken. */
export function PictureFrame({ src, label, ratio = 1, fills = false, onFail, children }: PictureFrameProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const isShown = src !== undefined && src !== '' && failed !== src;
  const fail = () => {
    setFailed(src ?? null);
    onFail?.();
  };
  return (
    <figure className={classes.frame} data-fills={fills || undefined}>
      <div className={classes.ground} style={{ '--ratio': bounded(ratio) }}>
        {isShown ? (
          <img className={classes.picture} src={src} alt={label} loading="lazy" onError={fail} />
        ) : (
          <p className={classes.placeholder} role="img" aria-label={`${label}: not available`}>
            <IconPhotoOff size={28} stroke={1.5} aria-hidden />
            <span>Image not available</span>
          </p>
        )}
      </div>
      <figcaption className={classes.caption}>
        {label}
        {children}
      </figcaption>
    </figure>
  );
}

/** Aspect ratio limits: two thirds to three halves. */
function bounded(ratio: number): number {
  return Number.isFinite(ratio) ? Math.min(1.5, Math.max(2 / 3, ratio)) : 1;
}
