import { type RefObject, useEffect, useRef, useState } from 'react';
import { loadStage } from './load-stage.ts';
import type { Picture } from './picture.ts';
import type { Stage, StageState } from './stage.ts';
import type { MeasurementLabel } from './stage-measurements.ts';

export interface StageHandle {
  readonly measurements: readonly MeasurementLabel[];
  /** Null until the viewer's code has arrived. */
  readonly stage: Stage | null;
  /** Whether the viewer could not be started at all. */
  readonly failed: boolean;
}

/**
 * A Cornerstone stage in `element`, showing `picture`. Its code is loaded when it is first needed; `onRender`
 * is called outside React at each redraw, so that layers follow without re-rendering anything.
 */
export function useStage(
  element: RefObject<HTMLDivElement | null>,
  picture: Picture | null,
  onRender: (state: StageState) => void,
): StageHandle {
  const [handle, setHandle] = useState<Omit<StageHandle, 'measurements'>>({ stage: null, failed: false });
  const [measurements, setMeasurements] = useState<readonly MeasurementLabel[]>([]);
  const latest = useRef(onRender);
  useEffect(() => {
    latest.current = onRender;
  });

  useEffect(() => {
    const at = element.current;
    let stage: Stage | null = null;
    let ended = false;
    const start = async () => {
      const module = await loadStage();
      if (ended || !at) return;
      stage = new module.Stage(at, {
        onRender: (state) => latest.current(state),
        onMeasurements: setMeasurements,
      });
      setHandle({ stage, failed: false });
    };
    start().catch((error: unknown) => {
      console.error('The viewer could not be started', error);
      setHandle({ stage: null, failed: true });
    });
    return () => {
      ended = true;
      stage?.destroy();
      setHandle({ stage: null, failed: false });
    };
  }, [element]);

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
  console.error('The picture could not be shown', error);
}
