import { useEffect, useState } from 'react';
import { type CameraProblem, cameraProblemOf, cameraWanted } from './camera-problem.ts';

export type CameraStream =
  | { readonly status: 'starting' }
  | { readonly status: 'live'; readonly stream: MediaStream }
  | { readonly status: 'failed'; readonly problem: CameraProblem };

/** The device's camera for as long as the component lives; `retry` asks for it again. */
export function useCameraStream(): { readonly camera: CameraStream; readonly retry: () => void } {
  const [camera, setCamera] = useState<CameraStream>({ status: 'starting' });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    const run = new AbortController();
    void openCamera(run.signal, setCamera);
    return () => run.abort();
  }, [attempt]);
  const retry = () => {
    setCamera({ status: 'starting' });
    setAttempt((count) => count + 1);
  };
  return { camera, retry };
}

async function openCamera(signal: AbortSignal, tell: (camera: CameraStream) => void): Promise<void> {
  const fail = (problem: CameraProblem) => !signal.aborted && tell({ status: 'failed', problem });
  // `mediaDevices` is missing on plain HTTP.
  if (!navigator.mediaDevices?.getUserMedia) return void fail(window.isSecureContext ? 'none' : 'insecure');
  try {
    const stream = await navigator.mediaDevices.getUserMedia(cameraWanted);
    const stop = () => {
      for (const track of stream.getTracks()) track.stop();
    };
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop);
    // Taken away while it ran: unplugged, or the permission was withdrawn.
    for (const track of stream.getTracks()) track.addEventListener('ended', () => fail('busy'));
    tell({ status: 'live', stream });
  } catch (error) {
    fail(cameraProblemOf(error));
  }
}
