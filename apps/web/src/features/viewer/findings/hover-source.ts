import type { FindingType } from '@second-read/core/analysis/manifest';
import type { ReportFinding } from '@second-read/core/report/document';
import { findingAt, type LayerPicture } from '../source/layer-picture.ts';
import { typeAt } from './finding-marks.ts';
import type { HoverSource } from './use-finding-hover.ts';
import type { FindingsDisplay } from './use-findings-display.ts';

interface Pointed {
  readonly types: readonly FindingType[];
  readonly findings: readonly ReportFinding[];
  /** The segmented picture, while a view of it is shown. */
  readonly segmented: LayerPicture | null;
  readonly display: FindingsDisplay;
}

/** What can be pointed at: the colours of the segmented picture while it is seen, else the findings drawn. */
export function hoverSource({ types, findings, segmented, display }: Pointed): HoverSource | null {
  if (segmented) {
    const { width, height } = segmented;
    return { width, height, typeAt: (point) => findingAt(segmented, point, types), findings };
  }
  const { state, shown } = display;
  if (state.status !== 'ready' || shown.size === 0) return null;
  const { found } = state;
  const drawnAt: HoverSource['typeAt'] = (point) => {
    const type = typeAt(found, point);
    return type && shown.has(type.id) ? type : null;
  };
  return { width: found.labels.width, height: found.labels.height, typeAt: drawnAt, findings };
}
