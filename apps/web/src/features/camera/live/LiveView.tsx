import type { PreviewHint } from '@second-read/core/analysis/camera-module';
import type { CameraManifest } from '@second-read/core/analysis/manifest';
import { type RefObject, useEffect, useState } from 'react';
import classes from '../Camera.module.css';
import { HintLine } from './HintLine.tsx';

interface LiveViewProps {
  stream: MediaStream;
  video: RefObject<HTMLVideoElement | null>;
  guide: CameraManifest['guide'];
  hint: PreviewHint | null | undefined;
}

/** What the camera sees, with the ring that the cervix should fill and the hint on it. */
export function LiveView({ stream, video, guide, hint }: LiveViewProps) {
  /** Of the camera's picture, over which the ring is laid. */
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    element.srcObject = stream;
    // Muted and inline, so that every browser plays it; one that refuses shows the first frame.
    void element.play().catch(() => undefined);
    return () => {
      element.srcObject = null;
    };
  }, [stream, video]);
  return (
    <div className={classes.view}>
      <video
        ref={video}
        className={classes.picture}
        aria-label="Live view of the camera"
        muted
        playsInline
        autoPlay
        onResize={({ currentTarget: seen }) => setSize({ width: seen.videoWidth, height: seen.videoHeight })}
        onLoadedMetadata={({ currentTarget: seen }) =>
          setSize({ width: seen.videoWidth, height: seen.videoHeight })
        }
      />
      {size && (
        <svg
          className={classes.guide}
          viewBox={`0 0 ${size.width} ${size.height}`}
          data-fit={hint === null || undefined}
          aria-hidden="true"
        >
          <circle
            cx={size.width / 2}
            cy={size.height / 2}
            r={(guide * Math.min(size.width, size.height)) / 2}
          />
        </svg>
      )}
      <HintLine hint={hint} good="Fits the ring: hold still and take the picture." />
    </div>
  );
}
