import type { CancelSignal, Engine, EngineContext, Infer, Progress } from '@second-read/core/analysis/engine';
import type { AnalysisId, ModuleManifest } from '@second-read/core/analysis/manifest';
import type { ReportModule } from '@second-read/core/analysis/report-module';
import { type Codecs, decodeStudy } from '@second-read/core/decode/decode-study';
import { tooManyPixels } from '@second-read/core/decode/limits';
import { type DecodeProblem, decodeMessages, type Study } from '@second-read/core/decode/study';
import { declaredStudy } from '@second-read/core/deidentify/declared-facts';
import type { Analysis } from '@second-read/core/reading/analysis';
import type { AnyReading } from '@second-read/core/reading/reading';
import type { EncodedViews, ReadOutcome, ReadTask, StudyFacts, TimedStep } from './compute.ts';
import { encodePng } from './encode-png.ts';
import { readBytes } from './read-bytes.ts';
import { renderOriginal } from './render-original.ts';
import { Stopwatch } from './stopwatch.ts';

/** The dependencies of an analysis; the thread provides the real ones. */
export interface ReaderParts {
  readonly codecs: Codecs;
  readonly infer: Infer;
  /** Decrypts sealed files. */
  readonly spoolKey: Uint8Array;
  loadEngine(module: AnalysisId): Promise<Engine>;
  loadReport(module: AnalysisId): Promise<ReportModule>;
  manifest(module: AnalysisId): ModuleManifest;
}

export interface ReadControls {
  readonly signal: CancelSignal;
  readonly progress: Progress;
  readonly onTimed?: (step: TimedStep) => void;
}

/** Start of each stage on the progress bar. */
const stageStart = { decode: 0, gate: 0.1, analyse: 0.15, encode: 0.9 } as const;

/** One image through decode → gate → analyse → encode. Throws only for bugs and when cancelled. */
export async function readImage(
  task: ReadTask,
  parts: ReaderParts,
  controls: ReadControls,
): Promise<ReadOutcome> {
  const watch = new Stopwatch(controls.onTimed);
  const engineLoading = parts.loadEngine(task.module);
  engineLoading.catch(() => undefined);
  controls.progress('Opening the image', stageStart.decode);
  const decoded = await watch.time('decode', () => decodeFile(task, parts));
  if ('status' in decoded) return { ...decoded, timingsMs: watch.timings() };
  const { study } = decoded;

  const context = engineContext(task, parts, controls, watch);
  const engine = await engineLoading;
  controls.signal.throwIfAborted();
  controls.progress('Checking the image', stageStart.gate);
  const prepared = engine.prepare(study);
  const acceptance = await watch.time('gate', () => engine.accept(prepared, context));
  const gate = acceptance.score;
  if (!acceptance.accepted) {
    const { reason, message } = acceptance;
    return { status: 'refused', reason, message, scores: { gate }, timingsMs: watch.timings() };
  }

  controls.signal.throwIfAborted();
  controls.progress('Reading the image', stageStart.analyse);
  const manifest = parts.manifest(task.module);
  // libvips encodes in a separate thread while the engine runs.
  const original = encodePng(renderOriginal(study, manifest), { contents: 'photograph' });
  original.catch(() => undefined);
  const analysis = await watch.time('analyse', () => engine.analyse(prepared, context));
  assertGeometry(study, analysis);
  controls.signal.throwIfAborted();
  controls.progress('Storing the images', stageStart.encode);
  const pictures = await watch.time('encode', () => encodePictures(analysis, original));
  const report = await parts.loadReport(task.module);
  return {
    status: 'completed',
    wire: report.toWire(analysis.reading, analysis.scores),
    reading: withGate(analysis.reading, gate),
    scores: { gate, ...analysis.scores },
    candidates: analysis.candidates,
    ...pictures,
    legend: manifest.legend,
    study: studyFacts(study),
    timingsMs: watch.timings(),
  };
}

/** The probability that the picture is what the module reads, where the engine leaves it to the gate. */
function withGate<R extends AnyReading>(reading: R, gate: number): R {
  return {
    ...reading,
    input: { ...reading.input, gate: reading.input.gate ?? Number((100 * gate).toFixed(1)) },
  };
}

export async function decodeFile(
  task: ReadTask,
  parts: Pick<ReaderParts, 'codecs' | 'spoolKey' | 'manifest'>,
): Promise<{ study: Study } | { status: 'failed'; reason: string; message: string }> {
  const file = await readBytes(task.path, task.isSealed ? parts.spoolKey : undefined);
  if (!file.ok) return { status: 'failed', reason: file.reason, message: file.message };
  return decodeBytes(file.bytes, task, parts);
}

export async function decodeBytes(
  bytes: Uint8Array,
  task: ReadTask,
  { codecs, manifest }: Pick<ReaderParts, 'codecs' | 'manifest'>,
): Promise<{ study: Study } | { status: 'failed'; reason: string; message: string }> {
  const frame = task.options?.frame === undefined ? undefined : Number(task.options.frame);
  const { mostPixels, title } = manifest(task.module);
  const result = await decodeStudy(bytes, codecs, { mostPixels, ...(frame !== undefined && { frame }) });
  if (!result.ok && result.problem === 'too_many_pixels')
    return { ...failure(result.problem), message: tooManyPixels({ mostPixels, title }) };
  if (!result.ok) return failure(result.problem);
  // A report of another frame than requested would mislead.
  if (frame !== undefined && result.study.source.frame !== frame) return failure('no_such_frame');
  return { study: declaredStudy(result.study, task.declared) };
}

function failure(problem: DecodeProblem) {
  return { status: 'failed', reason: problem, message: decodeMessages[problem] } as const;
}

/** Every inference checks for cancellation; the engine's own progress spans gate to encoding. */
export function engineContext(
  task: ReadTask,
  parts: ReaderParts,
  controls: ReadControls,
  watch: Stopwatch,
): EngineContext {
  const { signal } = controls;
  const span = stageStart.encode - stageStart.analyse;
  return {
    signal,
    options: task.options ?? {},
    infer: (model, feeds) => {
      signal.throwIfAborted();
      return watch.step('infer', { model }, () => parts.infer(model, feeds));
    },
    progress: (step, fraction) => {
      const share = Math.min(Math.max(fraction, 0), 1);
      controls.progress(step, stageStart.analyse + span * share);
    },
  };
}

export function assertGeometry(study: Study, { labels, views, extraMaps }: Analysis): void {
  for (const picture of [labels, ...Object.values(views), ...Object.values(extraMaps ?? {})]) {
    const fits = picture === undefined || (picture.width === study.width && picture.height === study.height);
    if (!fits) throw new Error('a picture of the engine is not in the geometry of the study');
  }
}

async function encodePictures(analysis: Analysis, pending: Promise<Uint8Array>) {
  const [original, labels, views, extraMaps] = await Promise.all([
    pending,
    encodePng(analysis.labels, { contents: 'flat' }),
    encodeEach(analysis.views),
    encodeEach(analysis.extraMaps ?? {}),
  ]);
  const encoded: EncodedViews = { ...views, original };
  return { labels, views: encoded, extraMaps };
}

async function encodeEach(
  pictures: Readonly<Record<string, Parameters<typeof encodePng>[0] | undefined>>,
): Promise<Record<string, Uint8Array>> {
  const encoded = Object.entries(pictures).map(async ([name, picture]) => {
    if (picture === undefined) return [];
    const contents = name === 'overlay' ? ({ contents: 'photograph' } as const) : {};
    return [[name, await encodePng(picture, contents)] as const];
  });
  return Object.fromEntries((await Promise.all(encoded)).flat());
}

function studyFacts({ width, height, source, bitsStored, spacing }: Study): StudyFacts {
  return {
    width,
    height,
    format: source.format,
    bitsStored,
    spacingMm: spacing === undefined ? null : { x: spacing.xMm, y: spacing.yMm, kind: spacing.kind },
    patientId: source.patientId ?? null,
    ...numbersOf(source),
    ...(source.directions && { directions: source.directions }),
    ...(source.frames > 1 && { frame: source.frame + 1, frames: source.frames }),
  };
}

/** Spacing and window of the file for exports and other viewers, if plausible. */
function numbersOf({ instanceNumber, sliceThicknessMm }: Study['source']) {
  return {
    ...(Number.isSafeInteger(instanceNumber) && { instanceNumber }),
    ...(sliceThicknessMm !== undefined && sliceThicknessMm > 0 && { sliceThicknessMm }),
  };
}
