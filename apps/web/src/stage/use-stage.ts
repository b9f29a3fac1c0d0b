import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import type { StackPlace } from './look/stack-look.ts';
import type { MeasurementLabel } from './measuring/measurement-labels.ts';
import type { Picture } from './source/picture.ts';
import { Stage } from './stage.ts';
import type { StageListeners } from './stage-listeners.ts';

interface StageHandle {
  /** Null until its element is there. */
  readonly stage: Stage | null;
  readonly measurements: readonly MeasurementLabel[];
}

export interface StageOptions extends Pick<StageListeners, 'onRender' | 'onPoint'> {
  /** Where the image is one of a stack. */
  readonly place?: StackPlace | undefined;
}

/** A stage on a canvas, showing `picture` before the screen is painted. */
export function useStage(
  canvas: RefObject<HTMLCanvasElement | null>,
  picture: Picture | null,
  { onRender, onPoint, place }: StageOptions,
): StageHandle {
  const [stage, setStage] = useState<Stage | null>(null);
  const [measurements, setMeasurements] = useState<readonly MeasurementLabel[]>([]);
  const rendered = useEffectEvent<StageListeners['onRender']>((state) => onRender(state));
  const pointed = useEffectEvent<NonNullable<StageListeners['onPoint']>>((point) => onPoint?.(point));
  useLayoutEffect(() => {
    if (!canvas.current) return;
    const made = new Stage(canvas.current, {
      onRender: (state) => rendered(state),
      onMeasurements: setMeasurements,
      onPoint: (point) => pointed(point),
    });
    setStage(made);
    return () => {
      made.destroy();
      setStage(null);
    };
  }, [canvas]);
  const [look, key, laying] = [place?.look, place?.key, place?.laying];
  useLayoutEffect(() => {
    const at = look === undefined || key === undefined ? undefined : { look, key, laying };
    stage?.show(picture, at);
  }, [stage, picture, look, key, laying]);
  useEffect(() => {
    if (!stage || !canvas.current) return;
    const observer = new ResizeObserver(() => stage.resize());
    observer.observe(canvas.current);
    return () => observer.disconnect();
  }, [stage, canvas]);
  return { stage, measurements };
}
