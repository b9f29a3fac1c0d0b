import type { GallerySample, ModuleManifest } from '@second-read/core/analysis/manifest';
import type { CaptureNote } from '@second-read/core/report/capture-note';
import { useEffect, useRef } from 'react';
import { ClientError, clientMessages } from '../run/client-error.ts';
import type { ChosenImage, FlowEvent } from '../run/flow.ts';
import { chooseImage, chooseSample } from './choose-image.ts';
import { requireReadableSize } from './readable-size.ts';
import { sampleUrl } from './sample-url.ts';

/** Chooses an image from a file or the gallery; the last choice wins, whichever arrives first. */
export function useChooseImage(manifest: ModuleManifest, dispatch: (event: FlowEvent<never>) => void) {
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(), []);

  const take = async (load: (signal: AbortSignal) => Promise<ChosenImage>, fallback: string) => {
    current.current?.abort();
    const controller = new AbortController();
    current.current = controller;
    try {
      const image = await load(controller.signal);
      await requireReadableSize(image.file, manifest);
      if (!controller.signal.aborted) dispatch({ type: 'choose', image });
    } catch (error) {
      if (controller.signal.aborted) return;
      const message = error instanceof ClientError ? error.message : fallback;
      dispatch({ type: 'reject', problem: { kind: 'client', message } });
    }
  };
  return {
    file: (file: File) => void take(() => chooseImage(file, 'upload'), clientMessages.unreadable),
    /** A picture that the server fetched, with its word for which it is. */
    fromPacs: (file: File, origin: string) =>
      void take(async () => ({ ...(await chooseImage(file, 'pacs')), origin }), clientMessages.unreadable),
    /** A picture of the module's camera, in the live view or by the camera app. */
    taken: (file: File, capture: CaptureNote, isLive: boolean) =>
      void take(
        async () => ({ ...(await chooseImage(file, isLive ? 'camera' : 'upload')), capture }),
        clientMessages.unreadable,
      ),
    sample: (sample: GallerySample) =>
      void take(
        (signal) => chooseSample(sampleUrl(manifest, sample), sample.file, signal),
        clientMessages.gallery,
      ),
  };
}
