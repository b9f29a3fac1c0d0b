import type { AnalysisId } from '@second-read/core/analysis/manifest';
import type { WireFields } from '@second-read/core/analysis/report-module';
import type { ImageDirections } from '@second-read/core/decode/directions';
import type { DeclaredFacts } from '@second-read/core/deidentify/declared-facts';
import type { SliceOutcome } from '@second-read/core/exam/exam-slice';
import type { StoredExam } from '@second-read/core/exam/stored-exam';
import type { Score, ViewRole } from '@second-read/core/reading/analysis';
import type { Candidate } from '@second-read/core/reading/candidate';
import type { AnyReading } from '@second-read/core/reading/reading';
import type { CaptureNote } from '@second-read/core/report/capture-note';
import type { SliceFacts } from '@second-read/core/series/slice-facts';
import type { FramesOutcome, FramesTask } from './dicom-web/cut-frames.ts';
import type { DescribeOutcome, DescribeTask } from './dicom-web/describe-instance.ts';
import type { DrawTask } from './forms/draw-marked.ts';
import type { FormOutcome, FormTask } from './forms/write-form.ts';
import type { JoinTask } from './join-exam.ts';
import type { PrepareOutcome, PrepareTask } from './prepare-file.ts';
import type { TextSearch, TextTask } from './search-text.ts';
import type { ShrinkTask } from './shrink-picture.ts';

export type { FileInput } from './clean/file-input.ts';
export type { DrawTask } from './forms/draw-marked.ts';
export type { PaperTask } from './forms/draw-paper.ts';
export type { OutlinedExam, OutlinedSlice } from './forms/exam-segments.ts';
export type { WrittenForm } from './forms/write-form.ts';

export type { PrepareTask, TextTask };
export type FoundText = Extract<TextSearch, { readonly status: 'found' }>;

export interface ReadTask {
  readonly module: AnalysisId;
  /** A file on this machine's disk. Its name is never used as evidence. */
  readonly path: string;
  /** Whether it is encrypted, as in the spool. */
  readonly isSealed?: boolean;
  /** Passed to the engine; `frame` (from 0) selects one of a multi-frame DICOM. */
  readonly options?: Readonly<Record<string, string>>;
  /** What the original of a de-identified file declares. */
  readonly declared?: DeclaredFacts | undefined;
  /** Of a picture of an exam: whether its picture and the facts of its head are wanted as well. */
  readonly isForDisplay?: boolean;
}

export interface StudyFacts {
  readonly width: number;
  readonly height: number;
  readonly format: string;
  readonly bitsStored: number;
  readonly spacingMm: { readonly x: number; readonly y: number; readonly kind: string } | null;
  /** The file's own patient ID, DICOM only. */
  readonly patientId: string | null;
  /** Of a multi-frame file: the frame that was read, from 1, and how many there are. */
  readonly frame?: number;
  readonly frames?: number;
  /** Of a slice in a batch: its number, from 1, and the number of slices. */
  readonly slice?: number;
  readonly slices?: number;
  /** Of an exam: how many pictures it has. */
  readonly examSlices?: number;
  /** Instance Number of a DICOM file: the scanner's own number. */
  readonly instanceNumber?: number;
  readonly sliceThicknessMm?: number;
  /** Where rows and columns run in the patient, as the file says. */
  readonly directions?: ImageDirections;
  /** When a picture of the cervix was taken, as whoever took it says. */
  readonly capture?: CaptureNote;
}

export interface Timings {
  readonly decode: number;
  readonly gate: number;
  readonly analyse: number;
  readonly encode: number;
  readonly total: number;
}

/** The timing of a stage or a step within one. Milliseconds since 1970. */
export interface TimedStep {
  readonly name: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly within?: string;
  readonly attributes?: Readonly<Record<string, string>>;
}

/** PNG bytes. `original` is the picture as displayed, upright and windowed, in the geometry of the others. */
export type EncodedViews = { readonly original: Uint8Array } & Partial<
  Readonly<Record<ViewRole, Uint8Array>>
>;

export type ReadOutcome =
  | {
      readonly status: 'completed';
      readonly wire: WireFields;
      readonly reading: AnyReading;
      readonly scores: Readonly<Record<string, Score>>;
      readonly candidates: readonly Candidate[];
      /** 8-bit single-channel PNG of class numbers. */
      readonly labels: Uint8Array;
      /** Further 8-bit single-channel PNGs by name, e.g. `reader_share` of the lung module. */
      readonly extraMaps: Readonly<Record<string, Uint8Array>>;
      readonly legend: Readonly<Record<number, string>>;
      readonly views: EncodedViews;
      readonly study: StudyFacts;
      readonly timingsMs: Timings;
    }
  | {
      readonly status: 'refused';
      readonly reason: string;
      readonly message: string;
      readonly scores: Readonly<Record<string, Score>>;
      readonly timingsMs: Timings;
    }
  | {
      readonly status: 'failed';
      readonly reason: string;
      readonly message: string;
      readonly timingsMs: Timings;
    };

/** For whom something is done: no account may have too much under way. */
export interface WorkOwner {
  readonly userId: string;
  readonly organisationId: string;
}

export interface WorkOptions {
  readonly by: WorkOwner;
  /** Ends the work, its thread included, when it aborts. */
  readonly signal?: AbortSignal | undefined;
}

/** Too much of the owner's work is already waiting. */
export class WorkRefused extends Error {
  override readonly name = 'WorkRefused';
}

/** The work was stopped at its deadline. */
export class DeadlinePassed extends Error {
  override readonly name = 'DeadlinePassed';
}

/** A thread died during its work, most likely out of memory. */
export class ThreadDied extends Error {
  override readonly name = 'ThreadDied';
}

/**
 * Preparation of uploads before analysis: in threads, with a deadline, shared fairly between accounts.
 * Rejects with `WorkRefused`, `DeadlinePassed`, `ThreadDied`, or an `AbortError`; every other expected end is
 * an outcome.
 */
export interface Preparation {
  /** From an upload to what is kept of it. */
  prepare(task: PrepareTask, options: WorkOptions): Promise<PrepareOutcome>;
  /** Looks for text burned into the file's picture. */
  findText(task: TextTask, options: WorkOptions): Promise<TextSearch>;
  /** A smaller copy of a stored PNG. */
  shrink(task: ShrinkTask, options: WorkOptions): Promise<Uint8Array>;
  /** A picture of a report with the marks of a version, as a PNG. */
  draw(task: DrawTask, options: WorkOptions): Promise<Uint8Array>;
  /** One form of a report, into an encrypted file. */
  writeForm(task: FormTask, options: WorkOptions): Promise<FormOutcome>;
  /** A stored or written instance in the DICOM JSON model. */
  describe(task: DescribeTask, options: WorkOptions): Promise<DescribeOutcome>;
  /** Frames of a DICOM file, into an encrypted file. */
  cutFrames(task: FramesTask, options: WorkOptions): Promise<FramesOutcome>;
}

/** An image read as a part of an exam: no separate report, no images but the label map. */
export interface SliceRead {
  readonly outcome: SliceOutcome;
  /** 8-bit single-channel PNG of class numbers; of a picture that was read. */
  readonly labels?: Uint8Array;
  /** PNG of the picture as displayed; where it was asked for. */
  readonly original?: Uint8Array;
  /** Of the file's head, where it was asked for and the file could be opened. */
  readonly facts?: SliceFacts;
  readonly timingsMs: Timings;
}

export interface ExamReads {
  /** Rejects as `read` does. */
  readForExam(task: ReadTask, options?: { readonly signal?: AbortSignal }): Promise<SliceRead>;
}

/** Reads images in threads: decode → gate → analyse → encode. A crash of a thread fails its task only. */
export interface Compute extends Preparation, ExamReads {
  /** What the slices of an exam left, to its report; as `joinExam` of `join-exam.ts`. */
  joinExam(task: JoinTask): Promise<StoredExam | string | undefined>;
  /**
   * Rejects when aborted, when the engine threw, or when the thread died; every expected end is an outcome.
   * `onProgress` gets the step and its progress, 0 to 1; `onTimed` every stage and inference as it ends.
   */
  read(
    task: ReadTask,
    options?: {
      readonly signal?: AbortSignal;
      readonly onProgress?: (step: string, fraction: number) => void;
      readonly onTimed?: (step: TimedStep) => void;
    },
  ): Promise<ReadOutcome>;
  readonly threads: number;
  close(): Promise<void>;
}
