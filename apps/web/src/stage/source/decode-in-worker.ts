import type { DecodeOrder, DecodeReply } from './decode-dicom.worker.ts';
import { type DisplayWindow, nextPictureId, type Picture } from './picture.ts';

/** A sound picture takes a second or two; what takes longer means no good. */
const longestMs = 20_000;

/** Something newer was requested before this came to its turn, as a reader scrolls. */
export const superseded = Symbol('superseded');

interface Waiting {
  readonly order: DecodeOrder;
  /** Given up as soon as something newer is requested. */
  readonly isPassing: boolean;
  readonly done: (picture: Picture | null | typeof superseded) => void;
}

let worker: Worker | null = null;
let isBusy = false;
/** What is decoded next comes first. */
const waiting: Waiting[] = [];
let numbered = 0;
const numbers = new WeakMap<Blob, number>();

/** Starts the worker, so that it is there when the first file is. */
export function prepareToDecode(): Worker {
  worker ??= new Worker(new URL('./decode-dicom.worker.ts', import.meta.url), { type: 'module' });
  return worker;
}

/**
 * A frame of a DICOM file as the server reads it: compressed, without preamble, big endian, colour, one of
 * many. Off the screen's thread, with codecs that are fetched when they are first needed. Null for what
 * cannot be shown. A newer call supersedes one that still waits.
 */
export function decodeInWorker(
  file: Blob,
  frame: number | null,
  displayWindow?: DisplayWindow,
): Promise<Picture | null | typeof superseded> {
  return new Promise((done) => {
    const at = waiting.findIndex(({ isPassing }) => isPassing);
    if (at >= 0) waiting.splice(at, 1)[0]?.done(superseded);
    waiting.unshift({ order: orderOf(file, frame, displayWindow), isPassing: true, done });
    if (!isBusy) next();
  });
}

/** The same, of which every call is carried out in its turn. */
export function decodeInTurn(
  file: Blob,
  frame: number | null,
  displayWindow?: DisplayWindow,
): Promise<Picture | null> {
  return new Promise((resolve) => {
    const done: Waiting['done'] = (picture) => resolve(picture === superseded ? null : picture);
    waiting.push({ order: orderOf(file, frame, displayWindow), isPassing: false, done });
    if (!isBusy) next();
  });
}

function orderOf(file: Blob, frame: number | null, displayWindow?: DisplayWindow): DecodeOrder {
  return { source: numberOf(file), file, frame, displayWindow };
}

function next(): void {
  const taken = waiting.shift();
  isBusy = taken !== undefined;
  if (!taken) return;
  const at = prepareToDecode();
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
