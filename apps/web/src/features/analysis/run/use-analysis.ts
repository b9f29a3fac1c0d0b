import type { MaskBox, ProcessReply } from '@second-read/contract/analyses';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer, useRef } from 'react';
import { ApiError, isAbort } from '../../../api/calls/errors.ts';
import { dashboardQuery, reportsKey, trialCountsQuery } from '../../../api/reports/queries.ts';
import { attemptKey } from '../patient/patient-id.ts';
import { analyse, cancelAnalysis } from './calls.ts';
import { ClientError, clientMessages } from './client-error.ts';
import { type ChosenImage, emptyFlow, type Flow, type FlowEvent, nextFlow, type Problem } from './flow.ts';

/** A stored report together with its pictures, loaded: nothing is shown before all of it is there. */
export interface AnalysisResult<Pictures> {
  readonly reply: ProcessReply;
  readonly pictures: Pictures;
  /** Whether something was hidden: the chosen file then shows more than what was read. */
  readonly isMasked: boolean;
}

interface Options<Pictures> {
  readonly manifest: ModuleManifest;
  /** Loads the pictures of a reply; a failure rejects the result. */
  readonly loadPictures: (reply: ProcessReply, signal: AbortSignal) => Promise<Pictures>;
}

/** The patient ID, and whether it was made up here. */
interface Patient {
  readonly value: string;
  readonly isGenerated: boolean;
  /** The user said that it is right although the file names another. */
  readonly isConfirmed?: boolean;
}

interface Attempt {
  readonly number: number;
  readonly key: string;
  readonly abort: AbortController;
}

/** The state of the analysis screen, and all that can be done in it. */
export function useAnalysis<Pictures>({ manifest, loadPictures }: Options<Pictures>) {
  type Result = AnalysisResult<Pictures>;
  const [flow, dispatch] = useReducer<Flow<Result>, [FlowEvent<Result>]>(nextFlow, emptyFlow);
  const queryClient = useQueryClient();
  const attempt = useRef<Attempt | null>(null);
  const keys = useRef(new KeyRing());
  // A try that follows has the same key: what cancels the one before must not come after it.
  const cancelling = useRef<Promise<unknown>>(Promise.resolve());
  const decided = useRef<{ image: ChosenImage; masks: readonly MaskBox[] } | null>(null);
  useEffect(() => () => attempt.current?.abort.abort(), []);

  const refreshUsage = () => {
    for (const queryKey of [trialCountsQuery.queryKey, dashboardQuery.queryKey, reportsKey]) {
      void queryClient.invalidateQueries({ queryKey });
    }
  };

  const start = async (image: ChosenImage, patient: Patient, hidden?: readonly MaskBox[]) => {
    if (hidden) decided.current = { image, masks: hidden };
    const masks = decided.current?.image === image ? decided.current.masks : null;
    const current: Attempt = {
      number: (attempt.current?.number ?? 0) + 1,
      key: keys.current.keyFor(image, patient, masks),
      abort: new AbortController(),
    };
    attempt.current = current;
    const { number, key, abort } = current;
    dispatch({ type: 'start', attempt: number });
    try {
      const onStep = (step: { label: string; fraction: number | null }) =>
        dispatch({ type: 'step', attempt: number, step });
      const order = { manifest, image, masks, key, signal: abort.signal, onStep };
      await cancelling.current;
      abort.signal.throwIfAborted();
      const { value: patientId, isGenerated, isConfirmed = false } = patient;
      const answer = await analyse({ ...order, patientId, isGenerated, isConfirmed });
      if (answer.kind === 'text') {
        return dispatch({ type: 'ask', attempt: number, proposal: answer.proposal });
      }
      const { reply } = answer;
      keys.current.drop();
      onStep({ label: 'Loading the images', fraction: null });
      const pictures = await loadPictures(reply, abort.signal).catch(rejectPictures);
      dispatch({
        type: 'succeed',
        attempt: number,
        result: { reply, pictures, isMasked: (masks?.length ?? 0) > 0 },
      });
    } catch (error) {
      if (!isAbort(error)) dispatch({ type: 'fail', attempt: number, problem: problemOf(error) });
    }
    refreshUsage();
  };

  const cancel = async () => {
    const { current } = attempt;
    if (!current || flow.state !== 'analysing') return;
    current.abort.abort();
    dispatch({ type: 'fail', attempt: current.number, problem: null });
    const cancelled = cancelAnalysis(manifest, current.key).catch(() => false);
    cancelling.current = Promise.all([cancelling.current, cancelled]);
    const wasTooLate = await cancelled;
    if (wasTooLate && attempt.current === current) dispatch({ type: 'reject', problem: cancelledLate });
    refreshUsage();
  };

  /**
   * The key that this picture is sent with: what was sent before and what is sent later are the same order.
   */
  const keyOf = (image: ChosenImage, patient: Patient) => keys.current.keyFor(image, patient, null);

  return { flow, dispatch, start, cancel, keyOf };
}

/** One key for all tries of the same picture, patient and boxes, a new one for anything else. */
class KeyRing {
  #image: ChosenImage | null = null;
  #patient = '';
  #masks: readonly MaskBox[] | null = null;
  #key = '';

  keyFor(image: ChosenImage, { value, isGenerated }: Patient, masks: readonly MaskBox[] | null): string {
    const patient = `${isGenerated} ${value}`;
    const isSame = this.#image === image && this.#patient === patient && this.#masks === masks;
    if (!isSame) this.#key = attemptKey();
    this.#image = image;
    this.#patient = patient;
    this.#masks = masks;
    return this.#key;
  }

  /** After a result: reading the same picture again is a new analysis. */
  drop(): void {
    this.#image = null;
  }
}

const cancelledLate: Problem = {
  kind: 'cancelled-late',
  message: 'The analysis had already finished. Its report is in the analysis history.',
};

function rejectPictures(error: unknown): never {
  if (isAbort(error)) throw error;
  throw new ClientError(clientMessages.pictures);
}

/** What the screen says of a failure; a bug is logged and said in general words. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ApiError && error.code === 'no_trials_remaining') {
    return { kind: 'limit', message: error.message };
  }
  if (error instanceof ApiError && error.code === 'patient_mismatch') {
    return { kind: 'other-patient', message: error.message };
  }
  if (error instanceof ApiError && error.code === 'image_refused') {
    return { kind: 'refused', message: error.message };
  }
  if (error instanceof ApiError || error instanceof ClientError) {
    const isLimit = error.message.startsWith('No trials remaining for');
    return { kind: isLimit ? 'limit' : 'process', message: error.message };
  }
  console.error('The analysis failed in the browser', error);
  return { kind: 'process', message: 'The image could not be processed in this browser.' };
}
