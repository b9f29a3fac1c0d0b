import { threadId } from 'node:worker_threads';
import type { Codecs } from '@second-read/core/decode/decode-study';
import { cleanFile } from './clean/clean-file.ts';
import { identifyFile } from './clean/identify-file.ts';
import { cutFrames } from './dicom-web/cut-frames.ts';
import { describeInstance } from './dicom-web/describe-instance.ts';
import { drawMarked } from './forms/draw-marked.ts';
import { writeForm } from './forms/write-form.ts';
import { maskFile } from './mask-file.ts';
import type { PrepareName, PrepareTasks } from './prepare.ts';
import { searchText } from './search-text.ts';
import { shrinkPicture } from './shrink-picture.ts';
import type { PrepareCall } from './thread-protocol.ts';

type Work = {
  readonly [N in PrepareName]: (task: PrepareTasks[N]['task']) => Promise<PrepareTasks[N]['outcome']>;
};

/** Preparation of uploads, without threads. */
export function preparationWork(codecs: Codecs, spoolKey: Uint8Array): Work {
  return {
    clean: (task) => cleanFile(task, spoolKey),
    findText: (task) => searchText(task, codecs, spoolKey),
    mask: (task) => maskFile(task, codecs, spoolKey),
    shrink: shrinkPicture,
    draw: drawMarked,
    writeForm: (task) => writeForm(task, spoolKey),
    identify: (task) => identifyFile(task, spoolKey),
    describe: (task) => describeInstance(task, spoolKey),
    cutFrames: (task) => cutFrames(task, codecs.dicom, spoolKey),
  };
}

type Served = {
  readonly [N in PrepareName]: (call: PrepareCall<N>) => Promise<PrepareTasks[N]['outcome']>;
};

/** The thread's side of {@link createPreparation}: announces its thread before it starts. */
export function servePreparation(codecs: Codecs, spoolKey: Uint8Array): Served {
  const work = preparationWork(codecs, spoolKey);
  const begin = ({ thread }: PrepareCall) => Atomics.store(thread, 0, threadId);
  return {
    clean: (call) => {
      begin(call);
      return work.clean(call.task);
    },
    findText: (call) => {
      begin(call);
      return work.findText(call.task);
    },
    mask: (call) => {
      begin(call);
      return work.mask(call.task);
    },
    shrink: (call) => {
      begin(call);
      return work.shrink(call.task);
    },
    draw: (call) => {
      begin(call);
      return work.draw(call.task);
    },
    writeForm: (call) => {
      begin(call);
      return work.writeForm(call.task);
    },
    identify: (call) => {
      begin(call);
      return work.identify(call.task);
    },
    describe: (call) => {
      begin(call);
      return work.describe(call.task);
    },
    cutFrames: (call) => {
      begin(call);
      return work.cutFrames(call.task);
    },
  };
}
