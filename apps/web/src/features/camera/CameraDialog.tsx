import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import { useEffect, useRef, useState } from 'react';
import { IconX } from '../../ui/icons/frame-icons.ts';
import classes from './Camera.module.css';
import { CameraActions } from './CameraActions.tsx';
import { cameraWords } from './live/camera-problem.ts';
import { LiveView } from './live/LiveView.tsx';
import { firstFrame, takeStill } from './live/take-still.ts';
import { useCameraStream } from './live/use-camera-stream.ts';
import { useLiveHint } from './live/use-live-hint.ts';
import type { PictureTaken } from './pictures/pictures-taken.ts';
import { StillView } from './pictures/StillView.tsx';
import type { Pictures } from './pictures/use-pictures.ts';
import { AcidTimer } from './timer/AcidTimer.tsx';
import { noteOf } from './timer/acid-timer.ts';
import { now } from './timer/use-now.ts';

export interface CameraDialogProps {
  manifest: ModuleManifest;
  pictures: Pictures;
  /** The pictures are in `pictures` by then. */
  onClose: () => void;
}

type Still = Pick<PictureTaken, 'file' | 'note'>;

/** The camera over the whole screen: live view, still, timer. */
export function CameraDialog({ manifest, pictures, onClose }: CameraDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const { camera, retry } = useCameraStream();
  const [still, setStill] = useState<Still | null>(null);
  const isLive = camera.status === 'live' && still === null;
  const hint = useLiveHint(manifest.id, video, isLive);
  useEffect(() => dialog.current?.showModal(), []);
  const take = async () => {
    const seen = video.current;
    if (!seen) return;
    await firstFrame(seen);
    const note = noteOf(pictures.acid, now());
    setStill({ file: await takeStill(seen, note), note });
  };
  const use = () => {
    if (still) pictures.add(still.file, still.note, true);
    setStill(null);
  };
  const { camera: settings } = manifest;
  if (!settings) return null;
  return (
    <dialog ref={dialog} className={classes.dialog} aria-labelledby="camera-title" onClose={onClose}>
      <header className={classes.head}>
        <h2 id="camera-title" className={classes.title}>
          {still ? 'Keep this picture?' : 'Take a picture'}
        </h2>
        <button
          type="button"
          className={classes.close}
          aria-label="Close the camera"
          onClick={() => dialog.current?.close()}
        >
          <IconX size={24} aria-hidden />
        </button>
      </header>
      {still && <StillView module={manifest.id} still={still} />}
      {isLive && <LiveView stream={camera.stream} video={video} guide={settings.guide} hint={hint} />}
      {!still && camera.status === 'starting' && <p className={classes.message}>Starting the camera…</p>}
      {!still && camera.status === 'failed' && (
        <p role="alert" className={classes.message}>
          {cameraWords[camera.problem]}
        </p>
      )}
      {!still && (
        <AcidTimer state={pictures.acid} waitSeconds={settings.waitSeconds} onChange={pictures.setAcid} />
      )}
      <CameraActions
        state={still ? 'still' : camera.status}
        taken={pictures.pictures.length}
        isFull={pictures.isFull}
        onTake={() => void take()}
        onUse={use}
        onRetake={() => setStill(null)}
        onRetry={retry}
        onFile={(file) => pictures.add(file, noteOf(pictures.acid, now()), false)}
        onDone={() => dialog.current?.close()}
      />
    </dialog>
  );
}
