import { moduleOf } from '@second-read/analyses/catalogue';
import type { PreviewHint } from '@second-read/core/analysis/camera-module';
import type { AnalysisId } from '@second-read/core/analysis/manifest';
import { rgbOf } from './rgb-of.ts';

/** One frame to be judged: already reduced. */
export interface HintOrder {
  readonly module: AnalysisId;
  readonly frame: ImageBitmap;
}

export type HintReply =
  | { readonly hint: PreviewHint | null; readonly ms: number }
  | { readonly error: string };

declare const self: DedicatedWorkerGlobalScope;

self.onmessage = async ({ data: { module, frame } }: MessageEvent<HintOrder>) => {
  try {
    const camera = await moduleOf(module).loadCamera?.();
    if (!camera) throw new Error(`${module} has no camera`);
    const begun = performance.now();
    const hint = camera.hintOn(rgbOf(frame));
    self.postMessage({ hint, ms: performance.now() - begun } satisfies HintReply);
  } catch (error) {
    self.postMessage({ error: error instanceof Error ? error.message : String(error) } satisfies HintReply);
  } finally {
    frame.close();
  }
};
