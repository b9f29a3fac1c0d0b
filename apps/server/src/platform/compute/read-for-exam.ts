import type { Study } from '@second-read/core/decode/study';
import { declaredSlice } from '@second-read/core/deidentify/declared-facts';
import type { ReadSlice, UnreadSlice } from '@second-read/core/exam/exam-slice';
import type { Analysis } from '@second-read/core/reading/analysis';
import { factsOfFrame, readSliceFacts, type SliceFacts } from '@second-read/core/series/slice-facts';
import type { ReadTask, SliceRead } from './compute.ts';
import { encodePng } from './encode-png.ts';
import { readBytes } from './read-bytes.ts';
import {
  assertGeometry,
  decodeBytes,
  engineContext,
  type ReadControls,
  type ReaderParts,
} from './read-image.ts';
import { renderOriginal } from './render-original.ts';
import { Stopwatch } from './stopwatch.ts';

/** One picture of an exam through decode → gate → analyse. Throws only for bugs and when cancelled. */
export async function readForExam(
  task: ReadTask,
  parts: ReaderParts,
  controls: ReadControls,
): Promise<SliceRead> {
  const watch = new Stopwatch(controls.onTimed);
  const file = await readBytes(task.path, task.isSealed ? parts.spoolKey : undefined);
  const place = task.isForDisplay && file.ok ? { facts: factsOf(file.bytes, task) } : {};
  const unread = (outcome: UnreadSlice): SliceRead => ({ outcome, ...place, timingsMs: watch.timings() });
  if (!file.ok) return unread({ status: 'failed', reason: file.reason, message: file.message });
  const decoded = await watch.time('decode', () => decodeBytes(file.bytes, task, parts));
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
  // libvips encodes in a separate thread while the engine runs.
  const original = task.isForDisplay
    ? encodePng(renderOriginal(study, parts.manifest(task.module)), { contents: 'photograph' })
    : undefined;
  original?.catch(() => undefined);
  const analysis = await watch.time('analyse', () => engine.analyse(prepared, context));
  assertGeometry(study, analysis);
  const labels = await watch.time('encode', () => encodePng(analysis.labels, { contents: 'flat' }));
  const shown = original && { original: await original };
  return { outcome: readSlice(study, analysis), labels, ...shown, ...place, timingsMs: watch.timings() };
}

/** The head of a file, or of its frame; of one that is no DICOM nothing. */
function factsOf(bytes: Uint8Array, { options, declared }: ReadTask): SliceFacts {
  const head = readSliceFacts(bytes, true);
  if (head.kind !== 'slice') return { rows: 0, columns: 0, bitsStored: 0, frames: 1 };
  const frame = options?.frame;
  const facts = frame === undefined ? head.facts : factsOfFrame(head.facts, Number(frame));
  return declaredSlice(facts, declared);
}

function readSlice(study: Study, { evidence, scores, candidates, reading }: Analysis): ReadSlice {
  const { width, height, spacing, quantity, source } = study;
  return {
    status: 'read',
    width,
    height,
    pixelMm: spacing === undefined ? null : { x: spacing.xMm, y: spacing.yMm },
    ...(spacing?.kind === 'imager' && { atDetector: true }),
    isHounsfield: quantity === 'hounsfield',
    evidence: evidence ?? { marks: [], facts: {} },
    scores,
    candidates,
    reading,
    laterality: source.laterality ?? null,
    view: source.view ?? null,
  };
}
