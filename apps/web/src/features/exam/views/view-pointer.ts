import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import type { Hanging, Side } from './hang.ts';
import { sharesOf } from './look.ts';
import type { HangingState, LensPoint } from './use-hanging.ts';
import { zoomStep } from './view-keys.ts';

/** Where a pointer is, in units of the hanging. */
export function pointOf({
  currentTarget,
  clientX,
  clientY,
}: PointerEvent<SVGSVGElement> | WheelPoint): LensPoint {
  const matrix = currentTarget.getScreenCTM();
  if (!matrix) return { x: 0, y: 0 };
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
  return { x, y };
}

interface WheelPoint {
  readonly currentTarget: SVGSVGElement;
  readonly clientX: number;
  readonly clientY: number;
}

/** What lies under the pointer stays there; the other breast follows as in a mirror. */
export function drag(
  event: PointerEvent<SVGSVGElement>,
  { width, height }: Hanging,
  { side, state }: { side: Side; state: HangingState },
) {
  const perUnit = event.currentTarget.getScreenCTM()?.a ?? 1;
  const right = (event.movementX / perUnit / width) * state.look.zoom;
  const down = (event.movementY / perUnit / height) * state.look.zoom;
  state.move(side === 'left' ? -right : right, -down);
}

/** React listens to the wheel passively: the page would scroll as well. */
export function useWheelZoom(
  svg: RefObject<SVGSVGElement | null>,
  hanging: Hanging,
  { side, zoom }: { side: Side; zoom: HangingState['zoom'] },
) {
  const turned = useRef<(event: WheelEvent, at: SVGSVGElement) => void>(undefined);
  turned.current = ({ clientX, clientY, deltaY }, currentTarget) => {
    const point = pointOf({ currentTarget, clientX, clientY });
    zoom(deltaY < 0 ? zoomStep : 1 / zoomStep, sharesOf(hanging, point, side));
  };
  useEffect(() => {
    const at = svg.current;
    const turn = (event: WheelEvent) => {
      if (event.deltaY === 0 || !at) return;
      event.preventDefault();
      turned.current?.(event, at);
    };
    at?.addEventListener('wheel', turn, { passive: false });
    return () => at?.removeEventListener('wheel', turn);
  }, [svg]);
}
