import { useEffect, useState } from 'react';
import type { ExamSlicePicture } from '../../../api/reports/reports.ts';
import type { ExamVolume } from './exam-volume.ts';
import { loadBytes } from './load-bytes.ts';

export type LoadedBytes =
  | { readonly state: 'idle' | 'failed' }
  | { readonly state: 'loading'; readonly done: number; readonly of: number }
  | { readonly state: 'ready'; readonly slices: readonly Uint8Array[] };

const idle: LoadedBytes = { state: 'idle' };

/** Label maps of a reviewed exam are others with each version; a link is signed anew now and then. */
const contentOf = ({ labelsUrl }: ExamSlicePicture) => labelsUrl.split('?')[0] ?? '';

/**
 * The label maps of all slices of a volume, from when they are requested first; kept while the exam is open.
 * @returns what is there, and a way to try again.
 */
export function useBytes(volume: ExamVolume | undefined, isWanted: boolean) {
  const [loaded, setLoaded] = useState<LoadedBytes>(idle);
  const [attempt, setAttempt] = useState(0);
  const key = volume?.ok ? volume.pictures.map(contentOf).join(' ') : '';
  const [wanted, setWanted] = useState(false);
  if (isWanted && !wanted) setWanted(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: fresh links are no reason to load again
  useEffect(() => {
    if (!wanted || !volume?.ok) return;
    const leaving = new AbortController();
    const { pictures, geometry } = volume;
    const urls = pictures.map(({ labelsUrl }) => labelsUrl);
    setLoaded({ state: 'loading', done: 0, of: urls.length });
    loadBytes(urls, {
      ...{ width: geometry.width, height: geometry.height, signal: leaving.signal },
      onProgress: (done) => setLoaded({ state: 'loading', done, of: urls.length }),
    }).then(
      (slices) => !leaving.signal.aborted && setLoaded({ state: 'ready', slices }),
      () => !leaving.signal.aborted && setLoaded({ state: 'failed' }),
    );
    return () => leaving.abort();
  }, [wanted, key, attempt]);
  return { loaded, retry: () => setAttempt((before) => before + 1) };
}
