import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import { useEffect, useRef, useState } from 'react';
import type { ExamSlicePicture } from '../../../api/reports/reports.ts';
import { loadSlice } from '../../../stage/source/load-slice.ts';
import type { Picture } from '../../../stage/source/picture.ts';
import { SliceImages } from './slice-images.ts';

export interface LoadedSlices {
  /** The slice on screen. */
  readonly picture: Picture | null;
  /** All slices in order, once they were requested and are there. */
  readonly all: readonly Picture[] | null;
  /** One that was requested; null until it is there. */
  readonly at: (place: number) => Picture | null;
  readonly done: number;
  /** Whether one that is needed could not be loaded. */
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

interface SliceOptions {
  readonly manifest: ModuleManifest;
  readonly place: number;
  /** Whether planes, or views beside each other, need all of them. */
  readonly needsAll: boolean;
}

/** The stored slices of an exam, in the order of the stack, fetched as the reader goes through them. */
export function useSliceImages(
  pictures: readonly ExamSlicePicture[],
  { manifest, place, needsAll }: SliceOptions,
): LoadedSlices {
  // Links are signed anew now and then; the slices stay the same.
  const links = useRef(pictures);
  useEffect(() => {
    links.current = pictures;
  });
  const { displayWindow } = manifest;
  const key = pictures.map(({ file }) => file).join(' ');
  const [, setVersion] = useState(0);
  const [images, setImages] = useState<SliceImages | null>(null);
  useEffect(() => {
    if (key === '') return;
    const load = (at: number, signal: AbortSignal) => {
      const own = links.current[at];
      if (!own) throw new Error('an exam has no such slice');
      return loadSlice(own, { displayWindow, spacing: own.hanging ? 'imager' : 'calibrated', signal });
    };
    const made = new SliceImages(key.split(' ').length, load, () => setVersion((before) => before + 1));
    setImages(made);
    return () => made.end();
  }, [key, displayWindow]);
  useEffect(() => images?.want(place, needsAll), [images, place, needsAll]);
  const hasFailed = images !== null && (needsAll ? images.failures > 0 : images.hasFailed(place));
  return {
    picture: images?.at(place) ?? null,
    at: (wanted) => images?.at(wanted) ?? null,
    all: needsAll ? (images?.all() ?? null) : null,
    done: images?.loaded ?? 0,
    hasFailed,
    retry: () => images?.retry(),
  };
}
