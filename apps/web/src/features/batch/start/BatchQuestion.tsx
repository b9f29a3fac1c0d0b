import { Button, Checkbox } from '@mantine/core';
import { moduleOf } from '@second-read/analyses/catalogue';
import type { MaskBox } from '@second-read/contract/analyses';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import type { ExamStatement } from '@second-read/core/exam/report/exam-statement';
import { outlineWords } from '@second-read/core/exam/stack/series-choice';
import { useState } from 'react';
import type { SliceNoun } from '../../../stage/layout/slices.ts';
import type { BatchSlice } from '../run/batch-order.ts';
import { useInterrupted } from '../run/interrupted.ts';
import { BatchText } from './BatchText.tsx';
import classes from './StartBatch.module.css';
import { StatedViews, type UntoldView } from './StatedViews.tsx';
import { untoldViews } from './untold-views.ts';
import { useSeriesText } from './use-series-text.ts';

export interface BatchQuestionProps {
  manifest: ModuleManifest;
  /** `exam`: all slices are read to one report. */
  kind: 'slices' | 'exam';
  slices: readonly BatchSlice[];
  noun: SliceNoun;
  /** Whether one set of boxes fits all slices. */
  isOneSize: boolean;
  patientId: string;
  /** Which of the chosen files are not among the slices, in words; empty where none is missing. */
  missing: string;
  usage: { readonly uploaded: number | null; readonly limit: number | null; readonly isReached: boolean };
  /** Of an exam: what its files say of it. */
  statement?: ExamStatement | undefined;
  onClose: () => void;
  onStart: (answers: BatchAnswers) => void;
}

export interface BatchAnswers {
  /** What is to be hidden in every slice; empty for nothing. */
  readonly masks: readonly MaskBox[];
  /** The interrupted series to go on with. */
  readonly interrupted: string | null;
  /** Of views whose files do not say what they show. */
  readonly views: readonly UntoldView[];
}

/**
 * What is said and asked before a series is sent: what it costs, and what becomes of text in its pictures.
 */
export function BatchQuestion(props: BatchQuestionProps) {
  const { manifest, kind, slices, noun, isOneSize, patientId, missing, onClose, onStart } = props;
  const { state, again } = useSeriesText(manifest, slices);
  const [isResuming, setResuming] = useState(true);
  const interrupted = useInterrupted({ module: manifest.id, patientId, slices: slices.length, kind });
  const [views, setViews] = useState<readonly UntoldView[]>(() =>
    asksViews(manifest, kind) ? untoldViews(slices) : [],
  );
  const start = (masks: readonly MaskBox[]) =>
    onStart({ masks, interrupted: isResuming ? (interrupted?.id ?? null) : null, views });
  const count = slices.length.toLocaleString('en');
  const notNow = (
    <Button variant="default" data-autofocus onClick={onClose}>
      Not now
    </Button>
  );
  return (
    <>
      <p className={classes.text}>
        {kind === 'exam'
          ? `All ${count} ${noun}s of patient ${patientId.trim()} are read as one exam in the background: one report, which counts as one analysis. Without a report nothing is counted.`
          : `All ${count} ${noun}s of patient ${patientId.trim()} are analyzed one by one in the background, from the middle outward. Each result counts as one analysis; slices that are refused or fail do not count.`}
      </p>
      <RereadWords statement={props.statement} />
      <SeriesWords statement={props.statement} />
      {views.length > 0 && <StatedViews views={views} onChange={setViews} />}
      {missing !== '' && <p className={classes.text}>{`Not read: ${missing}`}</p>}
      {interrupted && (
        <Checkbox
          className={classes.text}
          checked={isResuming}
          onChange={(event) => setResuming(event.currentTarget.checked)}
          label={`Resume the interrupted series: ${interrupted.received.toLocaleString('en')} of ${count} ${noun}s have arrived`}
        />
      )}
      <Left {...props} />
      {state.status === 'searched' ? (
        <BatchText
          text={state.text}
          slices={slices}
          noun={noun}
          isOneSize={isOneSize}
          notNow={notNow}
          onStart={start}
        />
      ) : (
        <>
          <p role="status" className={classes.text} data-quiet>
            {state.status === 'searching'
              ? `Checking for burned-in text in the first, the middle and the last ${noun}`
              : `The search for burned-in text failed. ${state.message}`}
          </p>
          <div className={classes.actions}>
            {notNow}
            {state.status === 'failed' && (
              <Button variant="default" onClick={() => start([])}>
                Start anyway
              </Button>
            )}
            <Button loading={state.status === 'searching'} onClick={again}>
              {state.status === 'searching' ? 'Start' : 'Try again'}
            </Button>
          </div>
        </>
      )}
    </>
  );
}

function asksViews({ id }: ModuleManifest, kind: BatchQuestionProps['kind']): boolean {
  return kind === 'exam' && moduleOf(id).exam?.noun === 'view';
}

/** That the exam was read before from another series, and what reading it again costs. */
function RereadWords({ statement }: Pick<BatchQuestionProps, 'statement'>) {
  if (statement?.rereads === undefined) return null;
  return (
    <p className={classes.text}>
      {`The exam of report ${statement.rereads} is read again from another series: this counts as one more analysis. Both reports are kept and linked.`}
    </p>
  );
}

/** Which of several series is sent. */
function SeriesWords({ statement }: Pick<BatchQuestionProps, 'statement'>) {
  const { read, others } = statement?.series ?? { others: [] };
  if (!read || others.length === 0) return null;
  const rest = others.length === 1 ? '1 other series is' : `${others.length} other series are`;
  return (
    <p className={classes.text}>
      {`Series: ${outlineWords(read)}. ${rest} not read; choose another series to read it as an exam of its own.`}
    </p>
  );
}

/** How many analyses the series may use, where there is a limit. */
function Left({ kind, slices, usage: { uploaded, limit } }: BatchQuestionProps) {
  if (uploaded === null || limit === null) return null;
  const left = limit - uploaded;
  const isShort = kind === 'slices' && left < slices.length;
  return (
    <p className={classes.text} data-short={isShort || undefined}>
      {isShort
        ? `Only ${left.toLocaleString('en')} analyses are left: the series stops when they are used up.`
        : `${left.toLocaleString('en')} analyses are left.`}
    </p>
  );
}
