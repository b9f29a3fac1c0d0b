import { manifestOf } from '@second-read/analyses/manifests';
import type { Engine } from '@second-read/core/analysis/engine';
import type { ReportModule } from '@second-read/core/analysis/report-module';
import type { Study } from '@second-read/core/decode/study';
import { greyPlane } from '@second-read/core/pixels/plane';
import { above } from '@second-read/core/pixels/regions/mask-logic';
import { workerData } from 'piscina';
import { createCodecs } from '../codecs/create-codecs.ts';
import { serveReads } from '../serve-reads.ts';
import type { ThreadData } from '../thread-protocol.ts';

const threadData: ThreadData = workerData;

/** An engine for tests: labels what is brighter than 100, and misbehaves as its options request. */
const engine: Engine<Study> = {
  prepare: (study) => study,
  accept: async (study) =>
    study.width < 8
      ? { accepted: false, score: 0.1, reason: 'too_small', message: 'Too small.' }
      : { accepted: true, score: 0.9 },
  analyse: async (study, { options = {}, infer, progress, signal }) => {
    if (options.fault === 'exit') process.exit(7);
    if (options.fault === 'throw') throw new Error('a bug');
    if (options.fault === 'memory') hoard();
    if (options.fault === 'deaf') for (;;);
    while (options.fault === 'slow') {
      signal.throwIfAborted();
      progress('waiting', 0.5);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const doubled =
      options.model === undefined
        ? undefined
        : await infer(options.model, { x: { data: Float32Array.of(1, 2, 3), dims: [1, 3] } });
    progress('thresholding', 0.5);
    const labels = above(options.fault === 'geometry' ? greyPlane(3, 3) : study.grey, 100);
    return {
      reading: {
        ...{ module: 'breast', version: 1, origin: 'engine', legible: true, rules: [], findings: [] },
        input: { gate: null, spacingKnown: null },
        texts: { conclusion: null, comments: [] },
      },
      candidates: [{ type: 'toy', x: 1, y: 2, width: 3, height: 4, score: 0.5 }],
      labels,
      extraMaps: options.step === 'nodule' ? { reader_share: labels } : undefined,
      scores: { bright: labels.data.reduce((sum, v) => sum + v, 0), y: doubled?.y?.data[2] ?? null },
      views: {},
    };
  },
};

function hoard(): never {
  const kept: object[] = [];
  for (;;) kept.push({ a: {}, b: [1, 2, 3] });
}

const report: ReportModule = {
  textsOf: ({ texts }) => texts,
  toWire: (_reading, scores) => ({ bright: Number(scores?.bright) }),
  toDocument: () => {
    throw new Error('the thread draws no documents');
  },
};

export const { read, readForExam } = serveReads(threadData, {
  codecs: createCodecs(),
  loadEngine: async () => engine,
  loadReport: async () => report,
  manifest: (module) => manifestOf(module),
});
