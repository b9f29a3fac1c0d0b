import type { DecodeOrder, DecodeReply } from './decode-dicom.worker.ts';
import { type DisplayWindow, nextPictureId, type Picture } from './picture.ts';

/** A sound picture takes a second or two; what takes longer means no good. */
const longestMs = 20_000;

/** Something newer was asked for before this came to its turn: somebody scrolls. */
export const superseded = Symbol('superseded');

interface Waiting {
  readonly order: DecodeOrder;
  readonly done: (picture: Picture | null | typeof superseded) => void;
}

let worker: Worker | null = null;
let isBusy = false;
let waiting: Waiting | null = null;
let numbered = 0;
const numbers = new WeakMap<Blob, number>();

/**
 * A frame of a DICOM file as the server reads it: compressed, without preamble, big endian, colour, one of
 * many. Off the screen's thread, with codecs that are fetched when they are first needed. Null for what
 * cannot be shown.
 */
export function decodeInWorker(
  file: Blob,
  frame: number | null,
  displayWindow?: DisplayWindow,
): Promise<Picture | null | typeof superseded> {
  return new Promise((done) => {
    waiting?.done(superseded);
    waiting = { order: { source: numberOf(file), file, frame, displayWindow }, done };
    if (!isBusy) next();
  });
}

function next(): void {
  const taken = waiting;
  waiting = null;
  isBusy = taken !== null;
  if (!taken) return;
  worker ??= new Worker(new URL('./decode-dicom.worker.ts', import.meta.url), { type: 'module' });
  const at = worker;
  const end = (picture: Picture | null) => {
    clearTimeout(timer);
    taken.done(picture && { ...picture, id: nextPictureId() });
    next();
  };
  const giveUp = () => {
    at.terminate();
    worker = null;
    end(null);
  };
  const timer = setTimeout(giveUp, longestMs);
  at.onmessage = ({ data }: MessageEvent<DecodeReply>) => end(data.picture);
  at.onerror = giveUp;
  at.postMessage(taken.order);
}

function numberOf(file: Blob): number {
  const cached = numbers.get(file);
  if (cached !== undefined) return cached;
  numbered += 1;
  numbers.set(file, numbered);
  return numbered;
}
