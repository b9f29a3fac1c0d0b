import type { Study } from '../decode/study.ts';
import type { Analysis } from '../reading/analysis.ts';

/** A dense tensor; `data.length` is the product of `dims`. */
export interface Tensor {
  readonly data: Float32Array;
  readonly dims: readonly number[];
}

/**
 * Runs a network. `model` is `<folder>/<file>` below `analyses/<folder>/model/<file>.onnx`,
 * e.g. `breast/breast`. Input and output names are those of the graph.
 */
export type Infer = (
  model: string,
  feeds: Readonly<Record<string, Tensor>>,
) => Promise<Record<string, Tensor>>;

/** Called between steps: what is being done, and how far the analysis is, 0 to 1. */
export type Progress = (step: string, fraction: number) => void;

/** The part of an AbortSignal that an engine needs; checked between steps. */
export interface CancelSignal {
  readonly aborted: boolean;
  throwIfAborted(): void;
}

/** All that an engine may use of the world. */
export interface EngineContext {
  readonly infer: Infer;
  readonly progress: Progress;
  readonly signal: CancelSignal;
  /** Choices of the caller, e.g. `{ step: 'nodule' }` of the lung module; a module's README names its own. */
  readonly options?: Readonly<Record<string, string>>;
  /** One image of an exam: its views are not shown, so none need be drawn. */
  readonly isForExam?: boolean;
}

/** Why a picture is not read. Closed list. */
export type RefusalReason = 'wrong_modality' | 'not_a_medical_image' | 'too_small' | 'blank' | 'poor_quality';

export type Acceptance =
  | { readonly accepted: true; readonly score: number }
  | {
      readonly accepted: false;
      readonly score: number;
      readonly reason: RefusalReason;
      /** One sentence for the clinician, with advice where there is any. */
      readonly message: string;
    };

/** One clinical module's reading: prepare, accept, analyse. All are pure but for `context`. */
export interface Engine<Prepared = unknown> {
  /**
   * What accepting and analysing share of a study: quick to make, the rest when first asked for. Judges
   * nothing.
   */
  prepare(study: Study): Prepared;
  /** Score 0 to 1: how much this looks like what the module reads. */
  accept(prepared: Prepared, context: EngineContext): Promise<Acceptance>;
  /** Expects what was accepted. */
  analyse(prepared: Prepared, context: EngineContext): Promise<Analysis>;
}

/** Loads an engine's code; kept lazy so that a process pays only for what it runs. */
export type EngineLoader = () => Promise<Engine>;
