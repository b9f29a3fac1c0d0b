import { moduleOf } from '@second-read/analyses/catalogue';
import type { GallerySample, ModuleManifest } from '@second-read/core/analysis/manifest';
import type { CaptureNote } from '@second-read/core/report/capture-note';
import { useEffect, useRef, useState } from 'react';
import { originOf } from '../../../api/organization/picture-origin.ts';
import { useSite } from '../../../api/organization/site.ts';
import { useChooseImage } from '../../../features/analysis/image/use-choose-image.ts';
import type { Flow, FlowEvent } from '../../../features/analysis/run/flow.ts';
import { droppedFiles } from '../../../features/series/dropped-files.ts';
import { isZip } from '../../../features/series/is-zip.ts';
import { passedOverWords } from '../../../features/series/passed-over.ts';
import { keepSeries, keptSeries, type Reread, takeReread } from '../../../features/series/reread.ts';
import { useSeries } from '../../../features/series/use-series.ts';
import type { SliceNoun, SliceStack } from '../../../stage/layout/slices.ts';
import { prepareToDecode } from '../../../stage/source/decode-in-worker.ts';

/** The choice on an analysis screen: one picture, or a series with its current slice. */
export function useOpenSeries<Result>(
  manifest: ModuleManifest,
  flow: Flow<Result>,
  dispatch: (event: FlowEvent<never>) => void,
) {
  const one = useChooseImage(manifest, dispatch);
  const [shown, setShown] = useState(-1);
  const [reread, setReread] = useState<Reread | null>(null);
  const series = useSeries({
    maxBytes: useSite().max_upload_mb * 1024 * 1024,
    mostPixels: manifest.mostPixels,
    areViews: moduleOf(manifest.id).exam?.noun === 'view',
    prefers: moduleOf(manifest.id).exam?.prefers,
    takesPictures: moduleOf(manifest.id).exam !== undefined,
    wanted: reread?.series,
    onShow: ({ file, frame, isDicom, index, count }) => {
      setShown(index);
      const place = count > 1 ? { place: { slice: index + 1, slices: count } } : {};
      const origin = originOf(file);
      const image = {
        file,
        isDicom,
        ...(origin === undefined ? { from: 'upload' as const } : { from: 'pacs' as const, origin }),
        ...(frame === null ? place : { frame }),
      } as const;
      dispatch({ type: 'choose', image });
    },
    onProblem: (message) => dispatch({ type: 'reject', problem: { kind: 'client', message } }),
  });
  const { state } = series;
  const open = state.status === 'open' ? state.files.all[state.chosen] : undefined;
  const { reopen } = series;
  const reopenLatest = useRef(reopen);
  reopenLatest.current = reopen;
  useEffect(() => {
    const order = takeReread(manifest.id);
    if (!order) return;
    setReread(order);
    const kept = keptSeries(manifest.id);
    if (kept) reopenLatest.current(kept.files, kept.name, order.series);
  }, [manifest.id]);
  const files = state.status === 'open' ? state.files : null;
  const name = state.status === 'open' ? state.name : '';
  useEffect(() => {
    if (files && files.all.length > 1) keepSeries({ module: manifest.id, files, name });
  }, [files, name, manifest.id]);
  const close = () => {
    setReread(null);
    series.close();
    dispatch({ type: 'clear' });
  };
  const [cleared, setCleared] = useState<(() => void) | null>(null);
  const clear = () => {
    const outline = open?.outline;
    const image = flow.state === 'empty' ? null : flow.image;
    if (files && outline) setCleared(() => () => reopenLatest.current(files, name, outline));
    else setCleared(image && (() => () => dispatch({ type: 'choose', image })));
    close();
  };
  const read = (files: Parameters<typeof series.read>[0]) => {
    dispatch({ type: 'clear' });
    prepareToDecode();
    return series.read(files);
  };
  const choose = async (files: readonly File[]) => {
    const [file] = files;
    if (!file) return;
    if (files.length > 1 || (await isZip(file))) await read(files);
    else if (!(await series.readFrames(file))) one.file(file);
  };
  const drop = (dropped: DataTransfer) => {
    const files = droppedFiles(dropped);
    if (!(files instanceof Promise)) return void choose(files);
    void read(files);
  };
  const { noun: ofExam = 'slice' } = moduleOf(manifest.id).exam ?? {};
  const noun: SliceNoun = open?.kind === 'frames' ? 'frame' : ofExam;
  const stack: SliceStack | null =
    open && state.status === 'open' && open.slices.length > 1
      ? {
          noun,
          index: state.index,
          count: open.slices.length,
          scannerNumber: open.slices[state.index]?.instanceNumber,
          disabled: flow.state === 'analysing' || flow.state === 'done',
          goTo: series.goTo,
        }
      : null;
  const question =
    state.status === 'asking'
      ? {
          studies: state.studies,
          opened: state.opened,
          onChoose: state.choose,
          onClose: state.opened.length > 0 ? () => state.choose(state.opened.at(-1) ?? 0) : series.close,
        }
      : null;
  return {
    state,
    /** Which of several patients or studies is opened; null where there is one. */
    question,
    open: open ?? null,
    stack,
    noun,
    isOpen: state.status === 'open',
    /** The exam whose other series is to be read; null for a new exam. */
    reread,
    forgetReread: () => setReread(null),
    name: state.status === 'open' ? state.name : null,
    /** Whether the picture on the screen is the slice that the bar names. */
    isSettled: state.status !== 'reading' && (state.status !== 'open' || shown === state.index),
    /** Brings back what was cleared; null while something else is there. */
    bringBack: flow.state === 'empty' && state.status === 'none' ? cleared : null,
    clear,
    /** For another image: the report that was there is in the history. */
    close,
    choose: (files: readonly File[]) => void choose(files),
    drop,
    /** The files that were skipped, as text; empty if none. */
    passedOver: state.status === 'open' ? passedOverWords(state.files.passedOver) : '',
    fromPacs: (file: File, origin: string) => {
      series.close();
      one.fromPacs(file, origin);
    },
    taken: (file: File, capture: CaptureNote, isLive: boolean) => {
      series.close();
      one.taken(file, capture, isLive);
    },
    sample: (sample: GallerySample) => {
      series.close();
      one.sample(sample);
    },
    chooseSeries: series.choose,
    /** From a result back to its slice. */
    back: () => flow.state === 'done' && dispatch({ type: 'choose', image: flow.image }),
  };
}
