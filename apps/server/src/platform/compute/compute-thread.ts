import { moduleOf } from '@second-read/analyses/catalogue';
import { loadEngine } from '@second-read/analyses/engines';
import { manifestOf } from '@second-read/analyses/manifests';
import { workerData } from 'piscina';
import { createCodecs } from './codecs/create-codecs.ts';
import { joinExam } from './join-exam.ts';
import { serveReads } from './serve-reads.ts';
import type { ThreadData } from './thread-protocol.ts';

const threadData: ThreadData = workerData;

export { joinExam };

/** Entry of a compute thread: the pool calls it once per image. */
export const { read, readForExam } = serveReads(threadData, {
  codecs: createCodecs(),
  loadEngine,
  loadReport: async (module) => moduleOf(module).report,
  manifest: manifestOf,
});
