import { useEffect, useRef, useState } from 'react';
import { firstShown, framesOf, type OpenSeries, readSeries } from './read-series.ts';
import { SeriesError } from './series-error.ts';

/** A picture of the open series, ready to be shown and sent. */
export interface ShownSlice {
  readonly file: File;
  readonly frame: number | null;
  /** From 0. */
  readonly index: number;
}

export type SeriesState =
  | { readonly status: 'none' }
  | { readonly status: 'reading'; readonly done: number; readonly total: number }
  | {
      readonly status: 'open';
      readonly all: readonly OpenSeries[];
      readonly chosen: number;
      /** From 0. */
      readonly index: number;
      /** Name of what was chosen, for the screen. */
      readonly name: string;
    };

interface Options {
  /** Larger files cannot be sent. */
  readonly mostBytes: number;
  readonly onShow: (slice: ShownSlice) => void;
  readonly onProblem: (message: string) => void;
}

/**
 * The series that is open on the screen and where one stands in it. The last choice wins, whichever file arrives
 * first.
 */
export function useSeries({ mostBytes, onShow, onProblem }: Options) {
  const [state, setState] = useState<SeriesState>({ status: 'none' });
  const current = useRef(new AbortController());
  useEffect(() => () => current.current.abort(), []);
  const renewed = () => {
    current.current.abort();
    current.current = new AbortController();
    return current.current.signal;
  };

  const show = async (series: OpenSeries, index: number) => {
    const signal = renewed();
    const slice = series.slices[index];
    if (!slice) return;
    try {
      const file = await slice.file();
      if (!signal.aborted) onShow({ file, frame: slice.frame, index });
    } catch (error) {
      if (!signal.aborted) onProblem(messageOf(error));
    }
  };
  const open = (all: readonly OpenSeries[], name: string, chosen = 0) => {
    const series = all[chosen];
    if (!series) return;
    const index = firstShown(series);
    setState({ status: 'open', all, chosen, index, name });
    void show(series, index);
  };

  return {
    state,
    close: () => {
      renewed();
      setState({ status: 'none' });
    },
    /** Opens files that were dropped or picked together, or a ZIP. */
    read: async (files: readonly File[]) => {
      const signal = renewed();
      setState({ status: 'reading', done: 0, total: 0 });
      try {
        const onProgress = (done: number, total: number) => {
          if (!signal.aborted) setState({ status: 'reading', done, total });
        };
        const all = await readSeries(files, { mostBytes, signal, onProgress });
        if (!signal.aborted) open(all, nameOf(files));
      } catch (error) {
        if (signal.aborted) return;
        setState({ status: 'none' });
        onProblem(messageOf(error));
      }
    },
    /** Opens a multi-frame file; false where the file is one picture. */
    readFrames: async (file: File): Promise<boolean> => {
      const signal = renewed();
      setState({ status: 'none' });
      try {
        const frames = await framesOf(file);
        if (!frames || signal.aborted) return signal.aborted;
        open([frames], file.name);
      } catch (error) {
        if (!signal.aborted) onProblem(messageOf(error));
      }
      return true;
    },
    goTo: (index: number) => {
      if (state.status !== 'open') return;
      const series = state.all[state.chosen];
      const next = Math.min(Math.max(index, 0), (series?.slices.length ?? 1) - 1);
      if (!series || next === state.index) return;
      setState({ ...state, index: next });
      void show(series, next);
    },
    choose: (chosen: number) => {
      if (state.status === 'open') open(state.all, state.name, chosen);
    },
  };
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
