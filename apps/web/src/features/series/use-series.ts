import type { Reconstruction } from '@second-read/core/exam/stack/reconstruction';
import { isSameOutline, type SeriesOutline } from '@second-read/core/exam/stack/series-choice';
import { useEffect, useRef, useState } from 'react';
import { firstShown, framesOf, type OpenSeries, type ReadFiles, readSeries } from './read-series.ts';
import { SeriesError } from './series-error.ts';
import type { StudyChoice } from './study-choice.ts';

/** A picture of the open series, ready to be shown and sent. */
export interface ShownSlice {
  readonly file: File;
  readonly isDicom: boolean;
  readonly frame: number | null;
  /** From 0. */
  readonly index: number;
  /** How many the series has. */
  readonly count: number;
}

export type SeriesState =
  | { readonly status: 'none' }
  | { readonly status: 'reading'; readonly done: number; readonly total: number }
  /** The files are of several patients or studies. */
  | {
      readonly status: 'asking';
      readonly studies: readonly StudyChoice[];
      /** Places of those that were opened before. */
      readonly opened: readonly number[];
      readonly choose: (study: number) => void;
    }
  | {
      readonly status: 'open';
      readonly files: ReadFiles;
      readonly chosen: number;
      /** From 0. */
      readonly index: number;
      /** Name of what was chosen, for the screen. */
      readonly name: string;
      /** Other studies among the files: how many were not opened yet, and how another is chosen. */
      readonly more?: MoreStudies | undefined;
    };

interface MoreStudies {
  readonly left: number;
  readonly choose: () => void;
}

interface Options {
  /** Larger files cannot be sent. */
  readonly maxBytes: number;
  /** Larger images are not read. */
  readonly mostPixels: number;
  /** Whether pictures stand beside each other, as the views of a mammography. */
  readonly areViews?: boolean;
  /** Which of several reconstructions is shown first; without it the largest series. */
  readonly prefers?: Reconstruction | undefined;
  /** Whether PNG, JPEG and the like may be a stack. */
  readonly takesPictures?: boolean;
  /** The series to show first where it is among the files. */
  readonly wanted?: SeriesOutline | undefined;
  readonly onShow: (slice: ShownSlice) => void;
  readonly onProblem: (message: string) => void;
}

/**
 * The series that is open on the screen and where one stands in it. The last choice wins, whichever file
 * arrives first.
 */
export function useSeries({ onShow, onProblem, wanted: wantedSeries, ...what }: Options) {
  const [state, setState] = useState<SeriesState>({ status: 'none' });
  const current = useRef(new AbortController());
  // Ahead of the state, which follows when the screen is drawn anew.
  const place = useRef(0);
  const wanted = useRef<number | null>(null);
  const loading = useRef<AbortSignal | null>(null);
  useEffect(() => () => current.current.abort(), []);
  const renewed = () => {
    current.current.abort();
    current.current = new AbortController();
    return current.current.signal;
  };

  /** Reads one slice at a time; where one moves on meanwhile, those between are passed over. */
  const show = async (series: OpenSeries, index: number, signal: AbortSignal) => {
    wanted.current = index;
    if (loading.current === signal) return;
    loading.current = signal;
    for (let at = take(wanted); at !== null && !signal.aborted; at = take(wanted)) {
      const slice = series.slices[at];
      try {
        const file = await slice?.file();
        if (slice && file && !signal.aborted)
          onShow({ ...pick(slice), file, index: at, count: series.slices.length });
      } catch (error) {
        if (!signal.aborted) onProblem(messageOf(error));
      }
    }
    if (loading.current === signal) loading.current = null;
  };
  const open = (files: ReadFiles, name: string, chosen = 0, more?: MoreStudies) => {
    const series = files.all[chosen];
    if (!series) return;
    const index = firstShown(series);
    place.current = index;
    setState({ status: 'open', files, chosen, index, name, more });
    void show(series, index, renewed());
  };

  const firstOf = (read: ReadFiles, series = wantedSeries) => {
    const found = series ? read.all.findIndex(({ outline }) => isSameOutline(outline, series)) : -1;
    return found < 0 ? read.preferred : found;
  };

  const read = async (
    coming: readonly File[] | Promise<readonly File[]>,
    openedBefore: readonly number[] = [],
  ): Promise<void> => {
    const signal = renewed();
    setState({ status: 'reading', done: 0, total: 0 });
    try {
      const files = await coming;
      const onProgress = (done: number, total: number) => {
        if (!signal.aborted) setState({ status: 'reading', done, total });
      };
      let more: MoreStudies | undefined;
      const onSeveral = (studies: readonly StudyChoice[]) =>
        new Promise<number>((resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason), { once: true });
          const choose = (study: number) => {
            const opened = [...new Set([...openedBefore, study])];
            more = { left: studies.length - opened.length, choose: () => void read(files, opened) };
            setState({ status: 'reading', done: 0, total: 0 });
            resolve(study);
          };
          setState({ status: 'asking', studies, opened: openedBefore, choose });
        });
      const found = await readSeries(files, { ...what, signal, onProgress, onSeveral });
      if (!signal.aborted) open(found, nameOf(files), firstOf(found), more);
    } catch (error) {
      if (signal.aborted) return;
      setState({ status: 'none' });
      onProblem(messageOf(error));
    }
  };

  return {
    state,
    /** Shows files that were opened before, with one of their series. */
    reopen: (files: ReadFiles, name: string, series: SeriesOutline) =>
      open(files, name, firstOf(files, series)),
    close: () => {
      renewed();
      setState({ status: 'none' });
    },
    /** Opens files that were dropped or picked together, a ZIP, or what a folder turns out to hold. */
    read: (coming: Parameters<typeof read>[0]) => read(coming),
    /** Opens a multi-frame file; false where the file is one picture. */
    readFrames: async (file: File): Promise<boolean> => {
      const signal = renewed();
      setState({ status: 'none' });
      try {
        const frames = await framesOf(file);
        if (!frames || signal.aborted) return signal.aborted;
        open(
          { all: [frames], preferred: 0, passedOver: [], others: 0, identity: null, spellings: [] },
          file.name,
        );
      } catch (error) {
        if (!signal.aborted) onProblem(messageOf(error));
      }
      return true;
    },
    /** From 0; what lies beyond an end is the end. */
    goTo: (move: (index: number, count: number) => number) => {
      const series = state.status === 'open' ? state.files.all[state.chosen] : undefined;
      if (!series) return;
      const count = series.slices.length;
      const index = Math.min(Math.max(move(place.current, count), 0), count - 1);
      if (index === place.current) return;
      place.current = index;
      setState((before) => (before.status === 'open' ? { ...before, index } : before));
      void show(series, index, current.current.signal);
    },
    choose: (chosen: number) => {
      if (state.status === 'open') open(state.files, state.name, chosen, state.more);
    },
  };
}

function pick({ frame, isDicom }: OpenSeries['slices'][number]) {
  return { frame, isDicom };
}

function take(wanted: { current: number | null }): number | null {
  const taken = wanted.current;
  wanted.current = null;
  return taken;
}

function nameOf(files: readonly File[]): string {
  const [first] = files;
  return files.length === 1 && first ? first.name : `${files.length.toLocaleString('en')} files`;
}

function messageOf(error: unknown): string {
  if (error instanceof SeriesError) return error.message;
  console.error('The series could not be read', error);
  return 'Failed to read the uploaded image.';
}
