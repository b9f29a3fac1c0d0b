import { setTimeout as sleep } from 'node:timers/promises';
import { anyReadingOf, readingOf } from '@second-read/analyses/stored-reading';
import { decodeMessages } from '@second-read/core/decode/study';
import type { SliceFacts } from '@second-read/core/series/slice-facts';
import { createCodecs } from '../platform/compute/codecs/create-codecs.ts';
import type { Compute, ReadOutcome, SliceRead, Timings } from '../platform/compute/compute.ts';
import { joinExam } from '../platform/compute/join-exam.ts';
import { preparationWork } from '../platform/compute/serve-preparation.ts';
import { readSealed } from '../platform/spool/sealed-file.ts';
import { spoolKey } from '../platform/spool/spool-key.ts';

/** Longer than any wish of a test. */
const wishBytes = 4096;

/** A PNG of one grey pixel. */
export const onePixelPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
  'base64',
);

const timingsMs: Timings = { decode: 1, gate: 1, analyse: 1, encode: 1, total: 4 };
const study = { width: 1, height: 1, format: 'png', bitsStored: 8, spacingMm: null };

export interface ScriptedCompute extends Compute {
  /** How many pictures were read to an end or are being read. */
  readonly reads: () => number;
}

/**
 * Stands in for the engines where a test is about calls and charges, not about pictures; identity is taken
 * out as by the threads. The file's text says what happens: `refuse`, `damaged`, `crash`, `wait <ms>` (then a
 * result), `patient <id>`, `found <confidence>` (a nodule), `frame` (one of nine); anything else is a result.
 * In an exam `slice <number>` stands in its place of a stack.
 */
export function scriptedCompute(): ScriptedCompute {
  const work = preparationWork(createCodecs(), spoolKey());
  let reads = 0;
  return {
    threads: 4,
    reads: () => reads,
    close: async () => {},
    joinExam,
    ...work,
    findText: async () => ({ status: 'none', frame: 0, frames: 1 }),
    prepare: async ({ text: _, ...task }) =>
      task.boxes ? { status: 'failed', reason: 'unsupported_format' } : work.prepare(task),
    readForExam: async ({ path, options }, { signal } = {}) => {
      signal?.throwIfAborted();
      reads += 1;
      const [word = '', argument = ''] = Buffer.from(
        (await readSealed(path, spoolKey())).subarray(0, wishBytes),
      )
        .toString('latin1')
        .split(' ');
      if (word === 'wait') await sleep(Number(argument), undefined, signal ? { signal } : {});
      if (word === 'crash') throw new Error('the thread died');
      return sliceOf(word, Number(argument), Number(options?.frame ?? 0) + 1);
    },
    read: async ({ path, options, module }, { signal, onProgress } = {}) => {
      signal?.throwIfAborted();
      reads += 1;
      const [word, argument = ''] = Buffer.from((await readSealed(path, spoolKey())).subarray(0, wishBytes))
        .toString('latin1')
        .split(' ');
      onProgress?.('Reading the image', 0.5);
      if (word === 'wait') await sleep(Number(argument), undefined, signal ? { signal } : {});
      signal?.throwIfAborted();
      if (word === 'crash') throw new Error('the thread died');
      return outcomeOf(word ?? '', argument, Number(options?.frame ?? 0) + 1, module);
    },
  };
}

/** A slice of an exam: 5 mm from the next where its text is `slice <number>`. */
function sliceOf(word: string, number: number, frame: number): SliceRead {
  const whole = outcomeOf(word, '', frame);
  if (whole.status !== 'completed') {
    const { status, reason, message } = whole;
    return { outcome: { status, reason, message }, timingsMs };
  }
  const place = word === 'slice' ? geometryOf(number) : {};
  return {
    outcome: {
      status: 'read',
      width: 1,
      height: 1,
      pixelMm: { x: 1, y: 1 },
      isHounsfield: true,
      evidence: { marks: [], facts: {} },
      scores: {},
      candidates: [],
      laterality: null,
      view: null,
    },
    labels: onePixelPng,
    original: onePixelPng,
    facts: { rows: 1, columns: 1, bitsStored: 8, frames: 1, ...place },
    timingsMs,
  };
}

function geometryOf(number: number): Partial<SliceFacts> {
  const position = [0, 0, 5 * number] as const;
  return { position, rowDirection: [1, 0, 0], columnDirection: [0, 1, 0], instanceNumber: number };
}

function outcomeOf(word: string, argument: string, frame: number, module = 'breast'): ReadOutcome {
  if (word === 'refuse') {
    const message = 'This does not look like a mammogram.';
    return { status: 'refused', reason: 'wrong_modality', message, scores: {}, timingsMs };
  }
  if (word === 'damaged') {
    return { status: 'failed', reason: 'corrupt_file', message: decodeMessages.corrupt_file, timingsMs };
  }
  const wire = { report_text: [...textOf(word, argument)], id: 'not-yours-to-set' };
  return {
    status: 'completed',
    wire,
    reading: anyReadingOf(readingOf({ module, wire })),
    scores: { malignancy: 0.1 },
    candidates: [],
    labels: onePixelPng,
    extraMaps: {},
    legend: { 0: 'background' },
    views: { original: onePixelPng, segmented: onePixelPng, overlay: onePixelPng, figure: onePixelPng },
    study: {
      ...{ ...study, patientId: word === 'patient' ? argument : null },
      ...(word === 'frame' && { frame, frames: 9 }),
    },
    timingsMs,
  };
}

function textOf(word: string, argument: string): readonly string[] {
  return word === 'found'
    ? ['nodule:1', `nodule_confidence:${argument}`]
    : ['birads_cat:2', 'mass:0', 'nodule:0'];
}
