import type { MarkedType } from '@second-read/analyses/marked-types';
import { fetchPicture } from '../../../stage/source/load-source.ts';
import type { FindingMarks } from './finding-marks.ts';
import type { MarksOrder, MarksReply } from './finding-marks.worker.ts';

/**
 * Loads a label map and finds the borders of its findings, in a worker: a mammogram has eight million pixels.
 * @throws Error when it cannot be had or read.
 */
export async function loadFindingMarks(
  url: string,
  types: readonly MarkedType[],
  signal: AbortSignal,
): Promise<FindingMarks> {
  const png = await fetchPicture(url, signal);
  const worker = new Worker(new URL('./finding-marks.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<FindingMarks>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<MarksReply>) => {
      if ('found' in data) resolve(data.found);
      else reject(new Error(data.error));
    };
    worker.onerror = (event) => reject(new Error(event.message || 'The worker could not be started'));
    signal.addEventListener('abort', () => reject(signal.reason));
    worker.postMessage({ png, types } satisfies MarksOrder);
  }).finally(() => worker.terminate());
}
