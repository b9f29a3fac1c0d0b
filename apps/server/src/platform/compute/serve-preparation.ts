import { threadId } from 'node:worker_threads';
import type { Codecs } from '@second-read/core/decode/decode-study';
import { cutFrames } from './dicom-web/cut-frames.ts';
import { describeInstance } from './dicom-web/describe-instance.ts';
import { drawMarked } from './forms/draw-marked.ts';
import { writeForm } from './forms/write-form.ts';
import type { PrepareName, PrepareTasks } from './prepare.ts';
import { prepareFile } from './prepare-file.ts';
import { searchText } from './search-text.ts';
import { shrinkPicture } from './shrink-picture.ts';
import type { PrepareCall } from './thread-protocol.ts';

type Work = {
  readonly [N in PrepareName]: (task: PrepareTasks[N]['task']) => Promise<PrepareTasks[N]['outcome']>;
};

/** Preparation of uploads, without threads. */
export function preparationWork(codecs: Codecs, spoolKey: Uint8Array): Work {
  return {
    prepare: (task) => prepareFile(task, codecs, spoolKey),
    findText: (task) => searchText(task, codecs, spoolKey),
    shrink: shrinkPicture,
    draw: drawMarked,
    writeForm: (task) => writeForm(task, spoolKey),
    describe: (task) => describeInstance(task, spoolKey),
    cutFrames: (task) => cutFrames(task, codecs.dicom, spoolKey),
  };
}

/** The thread's side of {@link createPreparation}: announces its thread before it starts. */
export function servePreparation(codecs: Codecs, spoolKey: Uint8Array) {
  const work = preparationWork(codecs, spoolKey);
  return <N extends PrepareName>({ name, task, thread }: PrepareCall<N>) => {
    Atomics.store(thread, 0, threadId);
    return work[name](task);
  };
}
