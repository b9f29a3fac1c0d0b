import { useEffect, useState } from 'react';
import type { ExamSlicePicture } from '../../../api/reports/reports.ts';
import type { ExamVolume } from './exam-volume.ts';
import { loadBytes } from './load-bytes.ts';

export type LoadedBytes =
  | { readonly state: 'idle' | 'failed' }
  | { readonly state: 'loading'; readonly done: number; readonly of: number }
  | { readonly state: 'ready'; readonly slices: readonly Uint8Array[] };

const idle: LoadedBytes = { state: 'idle' };

/**
 * What does not change while a link is signed anew now and then. Label maps of a reviewed exam are others
 * with each version.
 */
function contentOf({ file, labelsUrl }: ExamSlicePicture, kind: 'pictures' | 'labels'): string {
  return kind === 'labels' ? (labelsUrl.split('?')[0] ?? '') : file;
}

/**
 * All slices of a volume, or their label maps, from when they are wanted first; kept while the exam is open.
 * @returns what is there, and a way to try again.
 */
export function useBytes(volume: ExamVolume | undefined, kind: 'pictures' | 'labels', isWanted: boolean) {
  const [loaded, setLoaded] = useState<LoadedBytes>(idle);
  const [attempt, setAttempt] = useState(0);
  const key = volume?.ok ? volume.pictures.map((picture) => contentOf(picture, kind)).join(' ') : '';
  const [wanted, setWanted] = useState(false);
  if (isWanted && !wanted) setWanted(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: fresh links are no reason to load again
  useEffect(() => {
    if (!wanted || !volume?.ok) return;
    const leaving = new AbortController();
    const { pictures, geometry } = volume;
    const urls = pictures.map(({ url, labelsUrl }) => (kind === 'labels' ? labelsUrl : url));
    setLoaded({ state: 'loading', done: 0, of: urls.length });
    loadBytes(urls, {
      ...{ width: geometry.width, height: geometry.height, signal: leaving.signal },
      onProgress: (done) => setLoaded({ state: 'loading', done, of: urls.length }),
    }).then(
      (slices) => !leaving.signal.aborted && setLoaded({ state: 'ready', slices }),
      () => !leaving.signal.aborted && setLoaded({ state: 'failed' }),
    );
    return () => leaving.abort();
  }, [wanted, key, kind, attempt]);
  return { loaded, retry: () => setAttempt((before) => before + 1) };
}
