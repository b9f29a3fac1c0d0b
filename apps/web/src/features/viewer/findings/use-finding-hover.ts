import type { FindingType } from '@second-read/core/analysis/manifest';
import type { ReportFinding } from '@second-read/core/report/document';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { StageMatrix } from '../../../stage/geometry/stage-matrix.ts';
import { toImagePoint } from '../../../stage/geometry/stage-matrix.ts';
import type { TooltipPlace } from './FindingTooltip.tsx';

/** What can be pointed at: the colours of a layer, or findings drawn from the label map. */
export interface HoverSource {
  readonly width: number;
  readonly height: number;
  /** The type at a point, in pixels of this source. */
  readonly typeAt: (point: { x: number; y: number }) => FindingType | null;
  readonly findings: readonly ReportFinding[];
}

interface Hovered {
  readonly finding: ReportFinding;
  readonly place: TooltipPlace;
}

export interface HoverOptions {
  /** The stage. */
  readonly area: RefObject<HTMLElement | null>;
  readonly source: HoverSource | null;
  /** Where the picture stands now. */
  readonly matrix: () => StageMatrix | null;
  readonly imageSize: { readonly width: number; readonly height: number } | null;
  readonly onActiveType: (type: string | null) => void;
}

/** A finger may tremble this far, in CSS pixels, and still tap. */
const tapSlack = 8;

/** Which finding lies under the pointer: by hovering, or by tapping where nothing hovers. */
export function useFindingHover({ area, source, matrix, imageSize, onActiveType }: HoverOptions) {
  const [hovered, setHovered] = useState<Hovered | null>(null);
  const touch = useRef<{ x: number; y: number } | null>(null);

  const show = (next: Hovered | null) => {
    setHovered(next);
    if (next?.finding.type !== hovered?.finding.type) onActiveType(next?.finding.type ?? null);
  };
  const look = (event: PointerEvent, stage: HTMLElement) => {
    const place = placeOf(event, stage);
    const at = matrix();
    if (!source || !at || !imageSize) return show(null);
    const point = toImagePoint(at, place);
    const type = source.typeAt({
      x: (point.x * source.width) / imageSize.width,
      y: (point.y * source.height) / imageSize.height,
    });
    const finding = source.findings.find((entry) => entry.type === type?.id && entry.found);
    show(finding ? { finding, place } : null);
  };
  const follow = useEffectEvent((event: PointerEvent, stage: HTMLElement) => {
    const isTouch = event.pointerType === 'touch';
    if (event.type === 'pointermove') {
      if (isTouch) return;
      if (event.buttons === 0) look(event, stage);
      else if (hovered) show(null);
    } else if (event.type === 'pointerleave') {
      if (event.pointerType === 'mouse') show(null);
    } else if (event.type === 'pointerdown') {
      touch.current = isTouch ? { x: event.clientX, y: event.clientY } : null;
    } else if (touch.current) {
      const { x, y } = touch.current;
      touch.current = null;
      if (Math.hypot(event.clientX - x, event.clientY - y) <= tapSlack) look(event, stage);
      else show(null);
    }
  });
  useEffect(() => {
    const stage = area.current;
    if (!stage) return;
    const leaving = new AbortController();
    for (const type of ['pointermove', 'pointerleave', 'pointerdown', 'pointerup'] as const)
      stage.addEventListener(type, (event) => follow(event, stage), leaving);
    return () => leaving.abort();
  }, [area]);
  // A finding of a picture that is no longer shown is not under the pointer any more.
  return { hovered: source ? hovered : null, clear: () => show(null) };
}

function placeOf(event: PointerEvent, stage: HTMLElement): TooltipPlace {
  const box = stage.getBoundingClientRect();
  return {
    x: event.clientX - box.left,
    y: event.clientY - box.top,
    stageWidth: box.width,
    stageHeight: box.height,
  };
}
