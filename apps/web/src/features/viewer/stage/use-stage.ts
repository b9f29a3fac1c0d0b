import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Picture } from '../source/picture.ts';
import { loadStage } from './load-stage.ts';
import type { Stage, StageState } from './stage.ts';
import type { MeasurementLabel } from './stage-measurements.ts';

export interface StageHandle {
  readonly measurements: readonly MeasurementLabel[];
  /** Null until the viewer's code has arrived. */
  readonly stage: Stage | null;
  /** Whether it has drawn a picture. */
  readonly hasDrawn: boolean;
  /** Whether the viewer could not be started at all. */
  readonly failed: boolean;
}

interface StageOptions {
  /** Called outside React at each redraw, so that layers follow without re-rendering anything. */
  readonly onRender: (state: StageState) => void;
  /** Whether a picture is painted already that waits for its tools. */
  readonly isUrgent: boolean;
}

/** Until then a screen without a picture has the processor for itself. */
const patienceMs = 1000;

const none = { stage: null, hasDrawn: false, failed: false };

/**
 * A Cornerstone stage in `element`, showing `picture`. Its code, by far the most of a screen, runs once the
 * first picture is painted, or a moment after the screen has come.
 */
export function useStage(
  element: RefObject<HTMLDivElement | null>,
  picture: Picture | null,
  { onRender, isUrgent }: StageOptions,
): StageHandle {
  const [handle, setHandle] = useState<Omit<StageHandle, 'measurements'>>(none);
  const [measurements, setMeasurements] = useState<readonly MeasurementLabel[]>([]);
  const [isDue, setDue] = useState(false);
  const latest = useRef(onRender);
  useEffect(() => {
    latest.current = onRender;
  });

  useEffect(() => {
    if (isDue) return;
    if (isUrgent) return afterPaint(() => setDue(true));
    const timer = setTimeout(() => setDue(true), patienceMs);
    return () => clearTimeout(timer);
  }, [isUrgent, isDue]);

  useEffect(() => {
    if (!isDue) return;
    const at = element.current;
    let stage: Stage | null = null;
    let ended = false;
    const onStageRender = (state: StageState) => {
      setHandle((before) => (before.hasDrawn ? before : { ...before, hasDrawn: true }));
      latest.current(state);
    };
    const start = async () => {
      const module = await loadStage();
      if (ended || !at) return;
      stage = new module.Stage(at, { onRender: onStageRender, onMeasurements: setMeasurements });
      setHandle({ ...none, stage });
    };
    start().catch((error: unknown) => {
      console.error('The viewer could not be started', error);
      setHandle({ ...none, failed: true });
    });
    return () => {
      ended = true;
      stage?.destroy();
      setHandle(none);
    };
  }, [element, isDue]);

  const { stage } = handle;
  useEffect(() => {
    if (stage && picture) stage.show(picture).catch(reportFailure);
  }, [stage, picture]);

  useEffect(() => {
    const at = element.current;
    if (!stage || !at) return;
    const observer = new ResizeObserver(() => stage.resize());
    observer.observe(at);
    return () => observer.disconnect();
  }, [stage, element]);

  return { ...handle, measurements };
}

function reportFailure(error: unknown): void {
  console.error('The image could not be shown', error);
}

/** Runs `work` once what has been painted is on the screen. @returns what calls it off. */
function afterPaint(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(work);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
