import { setTimeout as sleep } from 'node:timers/promises';
import { decodeMessages } from '@second-read/core/decode/study';
import { createCodecs } from '../platform/compute/codecs/create-codecs.ts';
import type { Compute, ReadOutcome, Timings } from '../platform/compute/compute.ts';
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
 * Stands in for the engines where a test is about calls and charges, not about pictures; identity is taken out as by the
 * threads. The file's text says what
 * happens: `refuse`, `damaged`, `crash`, `wait <ms>` (then a result), `patient <id>`, `found <confidence>` (a nodule),
 * `frame` (one of nine); anything else is a result.
 */
export function scriptedCompute(): ScriptedCompute {
  let reads = 0;
  return {
    threads: 4,
    reads: () => reads,
    close: async () => {},
    ...preparationWork(createCodecs(), spoolKey()),
    findText: async () => ({ status: 'none', frame: 0, frames: 1 }),
    mask: async () => ({ ok: false, reason: 'unsupported_format' }),
    read: async ({ path, options }, { signal, onProgress } = {}) => {
      signal?.throwIfAborted();
      reads += 1;
      const [word, argument = ''] = Buffer.from((await readSealed(path, spoolKey())).subarray(0, wishBytes))
        .toString('latin1')
        .split(' ');
      onProgress?.('Reading the image', 0.5);
      if (word === 'wait') await sleep(Number(argument), undefined, signal ? { signal } : {});
      signal?.throwIfAborted();
      if (word === 'crash') throw new Error('the thread died');
      return outcomeOf(word ?? '', argument, Number(options?.frame ?? 0) + 1);
    },
  };
}

function outcomeOf(word: string, argument: string, frame: number): ReadOutcome {
  if (word === 'refuse') {
    const message = 'This does not look like a mammogram.';
    return { status: 'refused', reason: 'wrong_modality', message, scores: {}, timingsMs };
  }
  if (word === 'damaged') {
    return { status: 'failed', reason: 'corrupt_file', message: decodeMessages.corrupt_file, timingsMs };
  }
  return {
    status: 'completed',
    wire: { report_text: [...textOf(word, argument)], id: 'not-yours-to-set' },
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
