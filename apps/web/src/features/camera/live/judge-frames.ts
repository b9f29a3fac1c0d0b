import { type PreviewHint, previewSide } from '@second-read/core/analysis/camera-module';
import type { AnalysisId } from '@second-read/core/analysis/manifest';
import type { HintOrder, HintReply } from './hint.worker.ts';

export interface FrameJudge {
  /** The hint on what is seen now; a frame that cannot be judged rejects. */
  readonly judge: (source: HTMLVideoElement | Blob) => Promise<PreviewHint | null>;
  readonly close: () => void;
}

/**
 * Judges frames in a worker: the measures take longer than a frame on a phone, and the view must not
 * stutter. One frame at a time.
 */
export function openFrameJudge(module: AnalysisId): FrameJudge {
  const worker = new Worker(new URL('./hint.worker.ts', import.meta.url), { type: 'module' });
  const ask = (frame: ImageBitmap) =>
    new Promise<PreviewHint | null>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<HintReply>) =>
        'error' in data ? reject(new Error(data.error)) : resolve(data.hint);
      worker.onerror = (event) => reject(new Error(event.message || 'The worker could not be started'));
      worker.postMessage({ module, frame } satisfies HintOrder, [frame]);
    });
  return {
    judge: async (source) => ask(await reducedFrame(source)),
    close: () => worker.terminate(),
  };
}

async function reducedFrame(source: HTMLVideoElement | Blob): Promise<ImageBitmap> {
  if (source instanceof Blob) {
    const whole = await createImageBitmap(source);
    const small = await createImageBitmap(whole, reducedSize(whole.width, whole.height));
    whole.close();
    return small;
  }
  return createImageBitmap(source, reducedSize(source.videoWidth, source.videoHeight));
}

/** Averaged, not sampled: a sampled frame looks sharper than it is. */
export function reducedSize(width: number, height: number) {
  const scale = Math.min(1, previewSide / Math.max(width, height, 1));
  return {
    resizeWidth: Math.max(1, Math.round(width * scale)),
    resizeHeight: Math.max(1, Math.round(height * scale)),
    resizeQuality: 'high',
  } as const;
}
