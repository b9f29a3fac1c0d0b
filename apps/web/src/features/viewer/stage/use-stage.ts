import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Picture } from '../source/picture.ts';
import { afterPaint } from './after-paint.ts';
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
  /** What is on the screen is moved so, until it is drawn anew. */
  readonly onMove: (transform: string) => void;
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
  { onRender, onMove, isUrgent }: StageOptions,
): StageHandle {
  const [handle, setHandle] = useState<Omit<StageHandle, 'measurements'>>(none);
  const [measurements, setMeasurements] = useState<readonly MeasurementLabel[]>([]);
  const [isDue, setDue] = useState(false);
  const latest = useRef({ onRender, onMove });
  useEffect(() => {
    latest.current = { onRender, onMove };
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
      latest.current.onRender(state);
    };
    const start = async () => {
      const module = await loadStage();
      if (ended || !at) return;
      stage = new module.Stage(at, {
        onRender: onStageRender,
        onMove: (transform) => latest.current.onMove(transform),
        onMeasurements: setMeasurements,
      });
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
