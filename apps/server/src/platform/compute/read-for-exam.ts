import type { Analysis } from '@second-read/core/analysis/analysis';
import type { Study } from '@second-read/core/decode/study';
import type { ReadSlice, UnreadSlice } from '@second-read/core/exam/exam-slice';
import type { ReadTask, SliceRead } from './compute.ts';
import { encodePng } from './encode-png.ts';
import {
  assertGeometry,
  decodeFile,
  engineContext,
  type ReadControls,
  type ReaderParts,
} from './read-image.ts';
import { Stopwatch } from './stopwatch.ts';

/** One picture of an exam through decode → gate → analyse. Throws only for bugs and when cancelled. */
export async function readForExam(
  task: ReadTask,
  parts: ReaderParts,
  controls: ReadControls,
): Promise<SliceRead> {
  const watch = new Stopwatch(controls.onTimed);
  const unread = (outcome: UnreadSlice): SliceRead => ({ outcome, timingsMs: watch.timings() });
  const decoded = await watch.time('decode', () => decodeFile(task, parts));
  if ('status' in decoded) {
    return unread({ status: 'failed', reason: decoded.reason, message: decoded.message });
  }
  const { study } = decoded;
  const context = { ...engineContext(task, parts, controls, watch), isForExam: true };
  const engine = await parts.loadEngine(task.module);
  controls.signal.throwIfAborted();
  const prepared = engine.prepare(study);
  const acceptance = await watch.time('gate', () => engine.accept(prepared, context));
  if (!acceptance.accepted) {
    return unread({ status: 'refused', reason: acceptance.reason, message: acceptance.message });
  }
  const analysis = await watch.time('analyse', () => engine.analyse(prepared, context));
  assertGeometry(study, analysis);
  const labels = await watch.time('encode', () => encodePng(analysis.labels, { contents: 'flat' }));
  return { outcome: readSlice(study, analysis), labels, timingsMs: watch.timings() };
}

function readSlice(study: Study, { evidence, scores, candidates, reading }: Analysis): ReadSlice {
  const { width, height, spacing, quantity, source } = study;
  return {
    status: 'read',
    width,
    height,
    pixelMm: spacing === undefined ? null : { x: spacing.xMm, y: spacing.yMm },
    isHounsfield: quantity === 'hounsfield',
    evidence: evidence ?? { marks: [], facts: {} },
    scores,
    candidates,
    ...(reading && { reading }),
    laterality: source.laterality ?? null,
    view: source.view ?? null,
  };
}
