import type { FindingType } from '@second-read/core/analysis/manifest';
import type { ReportFinding } from '@second-read/core/report/document';
import { type PointerEvent, useRef, useState } from 'react';
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

export interface Hovered {
  readonly finding: ReportFinding;
  readonly place: TooltipPlace;
}

interface HoverOptions {
  readonly source: HoverSource | null;
  /** Where the picture stands now. */
  readonly matrix: () => StageMatrix | null;
  readonly imageSize: { readonly width: number; readonly height: number } | null;
  readonly onActiveType: (type: string | null) => void;
}

/** A finger may tremble this far, in CSS pixels, and still tap. */
const tapSlack = 8;

/** Which finding lies under the pointer: by hovering, or by tapping where nothing hovers. */
export function useFindingHover({ source, matrix, imageSize, onActiveType }: HoverOptions) {
  const [hovered, setHovered] = useState<Hovered | null>(null);
  const touch = useRef<{ x: number; y: number } | null>(null);

  const show = (next: Hovered | null) => {
    setHovered(next);
    if (next?.finding.type !== hovered?.finding.type) onActiveType(next?.finding.type ?? null);
  };
  const look = (event: PointerEvent<HTMLElement>) => {
    const place = placeOf(event);
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
  const handlers = {
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType !== 'mouse' && event.pointerType !== 'pen') return;
      if (event.buttons === 0) look(event);
      else if (hovered) show(null);
    },
    onPointerLeave: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType === 'mouse') show(null);
    },
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      touch.current = event.pointerType === 'touch' ? { x: event.clientX, y: event.clientY } : null;
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const from = touch.current;
      touch.current = null;
      if (!from) return;
      if (Math.hypot(event.clientX - from.x, event.clientY - from.y) <= tapSlack) look(event);
      else show(null);
    },
  };
  // A finding of a picture that is no longer shown is not under the pointer any more.
  return { hovered: source ? hovered : null, handlers, clear: () => show(null) };
}

function placeOf(event: PointerEvent<HTMLElement>): TooltipPlace {
  const box = event.currentTarget.getBoundingClientRect();
  return {
    x: event.clientX - box.left,
    y: event.clientY - box.top,
    stageWidth: box.width,
    stageHeight: box.height,
  };
}
