import type { MaskBox } from '@second-read/contract/analyses';
import type { CaptureNote } from '@second-read/core/report/capture-note';

/** The picture to be read, as it was chosen. */
export interface ChosenImage {
  readonly file: File;
  /** `camera`: of the live view, so that no text is burned into it. */
  readonly from: 'upload' | 'gallery' | 'pacs' | 'camera';
  /** Whether the bytes are those of a DICOM file, whatever its name. */
  readonly isDicom: boolean;
  /** Of a picture of the PACS: the server's word for which it is, sent with it. */
  readonly origin?: string;
  /** The frame to be read of a multi-frame file, from 1. */
  readonly frame?: number;
  /** Of a picture of the module's camera: when it was taken. */
  readonly capture?: CaptureNote;
  /** Of a series: which of its slices the picture is, from 1, and how many there are. */
  readonly place?: { readonly slice: number; readonly slices: number };
}

/** What is being done, and how far it is, 0 to 1; null where nothing measures it. */
export interface Step {
  readonly label: string;
  readonly fraction: number | null;
}

/**
 * Why there is no result. `limit` opens the trial modal, `refused` is a picture not to be read here; the rest
 * is said in words.
 */
export interface Problem {
  readonly kind: 'limit' | 'process' | 'refused' | 'other-patient' | 'client' | 'cancelled-late';
  readonly message: string;
}

/** Text that may be burned into the chosen picture: what the user is asked about before anything is kept. */
export interface TextProposal {
  /** Of the picture as it is read, in pixels; the boxes are in the same. */
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly MaskBox[];
  /** The file itself says that there is text in its picture. */
  readonly stated: boolean;
  /** JPEG, base64. */
  readonly preview: string;
}

/** Where an analysis stands (specification, section 4). Any error leads back to `chosen`, which says it. */
export type Flow<Result> =
  | { readonly state: 'empty'; readonly problem: Problem | null }
  | {
      readonly state: 'chosen';
      readonly image: ChosenImage;
      readonly problem: Problem | null;
      readonly proposal?: TextProposal;
      /** The report that stood here before the patient ID was changed. */
      readonly aside?: Result;
    }
  | {
      readonly state: 'analysing';
      readonly image: ChosenImage;
      readonly attempt: number;
      readonly step: Step;
      readonly aside?: Result;
    }
  | { readonly state: 'done'; readonly image: ChosenImage; readonly result: Result };

export type FlowEvent<Result> =
  | { readonly type: 'choose'; readonly image: ChosenImage }
  | { readonly type: 'reject'; readonly problem: Problem }
  | { readonly type: 'clear' }
  /** Another patient ID was entered beside a report: a new exam of the same picture begins. */
  | { readonly type: 'set-aside' }
  /** Back to the report that was set aside. */
  | { readonly type: 'take-back' }
  | { readonly type: 'start'; readonly attempt: number }
  | { readonly type: 'step'; readonly attempt: number; readonly step: Step }
  | { readonly type: 'succeed'; readonly attempt: number; readonly result: Result }
  | { readonly type: 'ask'; readonly attempt: number; readonly proposal: TextProposal }
  | { readonly type: 'fail'; readonly attempt: number; readonly problem: Problem | null }
  | { readonly type: 'dismiss' };

export const emptyFlow: Flow<never> = { state: 'empty', problem: null };

/** One analysis at a time. What a cancelled or overtaken attempt still reports is ignored. */
export function nextFlow<Result>(flow: Flow<Result>, event: FlowEvent<Result>): Flow<Result> {
  switch (event.type) {
    case 'choose':
      return flow.state === 'analysing' ? flow : { state: 'chosen', image: event.image, problem: null };
    case 'reject':
      return flow.state === 'empty' || flow.state === 'chosen' ? { ...flow, problem: event.problem } : flow;
    case 'clear':
      return flow.state === 'analysing' ? flow : emptyFlow;
    case 'start':
      if (flow.state !== 'chosen' && flow.state !== 'done') return flow;
      return { state: 'analysing', attempt: event.attempt, step: preparing, ...kept(flow) };
    case 'set-aside':
      return flow.state === 'done'
        ? { state: 'chosen', image: flow.image, problem: null, aside: flow.result }
        : flow;
    case 'take-back':
      return flow.state === 'chosen' && flow.aside !== undefined
        ? { state: 'done', image: flow.image, result: flow.aside }
        : flow;
    case 'dismiss':
      if (flow.state === 'chosen') return { state: 'chosen', problem: null, ...kept(flow) };
      return flow.state === 'empty' ? emptyFlow : flow;
    default:
      return nextOfAttempt(flow, event);
  }
}

type AttemptEvent<Result> = Extract<FlowEvent<Result>, { attempt: number }>;

function nextOfAttempt<Result>(flow: Flow<Result>, event: AttemptEvent<Result>): Flow<Result> {
  if (flow.state !== 'analysing' || flow.attempt !== event.attempt) return flow;
  if (event.type === 'step') return { ...flow, step: event.step };
  if (event.type === 'succeed') return { state: 'done', image: flow.image, result: event.result };
  if (event.type === 'ask')
    return { state: 'chosen', problem: null, proposal: event.proposal, ...kept(flow) };
  if (event.type === 'fail') return { state: 'chosen', problem: event.problem, ...kept(flow) };
  return flow;
}

/** What stays from step to step: the picture, and the report that was set aside. */
function kept<Result>(flow: { readonly image: ChosenImage; readonly aside?: Result }) {
  const { image, aside } = flow;
  return { image, ...(aside !== undefined && { aside }) };
}

const preparing: Step = { label: 'Preparing the image', fraction: null };

/** The sentence of a screen's alert. */
export function alertText(problem: Problem): string {
  if (problem.kind === 'refused') return `The image was not analyzed. ${problem.message}`;
  if (problem.kind !== 'process') return problem.message;
  return `Error processing image: ${problem.message} Please try again or contact support if the issue persists.`;
}
