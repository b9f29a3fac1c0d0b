import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import type { Finger } from './input/stage-pointer.ts';
import { readoutOf } from './readout.ts';
import classes from './Stage.module.css';
import type { Picture } from './source/picture.ts';
import type { Stage } from './stage.ts';
import type { StageState } from './stage-listeners.ts';
import { type LabelsHandle, MeasurementLabels } from './tools/MeasurementLabels.tsx';
import { type StageOptions, useStage } from './use-stage.ts';

interface StageCanvasProps extends StageOptions {
  picture: Picture | null;
  finger: Finger;
  /** Laid over the image and below what is written in its corners. */
  children?: ReactNode;
  /** Of the stage, once it is there. */
  ref: Ref<Stage | null>;
  testId?: string;
}

const sides = ['left', 'right', 'top', 'bottom'] as const;

/** An image on a canvas with its measurements, orientation letters, zoom and window. */
export function StageCanvas(props: StageCanvasProps) {
  const { picture, finger, children, ref, testId, place, onRender, onPoint } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const labels = useRef<LabelsHandle>(null);
  const readout = useRef<HTMLSpanElement>(null);
  const letters = useRef<Partial<Record<(typeof sides)[number], HTMLSpanElement | null>>>({});
  const write = (state: StageState) => {
    labels.current?.follow();
    if (readout.current) readout.current.textContent = readoutOf(state, picture);
    for (const side of sides) {
      const at = letters.current[side];
      if (at) at.textContent = state.letters?.[side] ?? '';
    }
    onRender(state);
  };
  const { stage, measurements } = useStage(canvas, picture, { onRender: write, onPoint, place });
  useImperativeHandle<Stage | null, Stage | null>(ref, () => stage, [stage]);
  useEffect(() => stage?.chooseFinger(finger), [stage, finger]);
  return (
    <>
      <canvas
        ref={canvas}
        className={classes.canvas}
        data-hidden={!picture || undefined}
        data-testid={testId}
      />
      {children}
      {picture && <MeasurementLabels ref={labels} stage={stage} labels={measurements} />}
      {picture && <span ref={readout} className={classes.readout} />}
      {picture &&
        sides.map((side) => (
          <span
            key={side}
            ref={(at) => {
              letters.current[side] = at;
            }}
            className={classes.letter}
            data-side={side}
            aria-hidden
          />
        ))}
    </>
  );
}
