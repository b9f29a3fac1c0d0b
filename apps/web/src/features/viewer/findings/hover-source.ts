import { markedTypes } from '@second-read/analyses/marked-types';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import type { ReportFinding } from '@second-read/core/report/document';
import { findingAt, type LayerPicture } from '../../../stage/source/layer-picture.ts';
import { type FindingMarks, typeAt } from './finding-marks.ts';
import type { HoverSource } from './use-finding-hover.ts';
import type { FindingsDisplay } from './use-findings-display.ts';

interface Pointed {
  readonly manifest: ModuleManifest;
  readonly findings: readonly ReportFinding[];
  /** The segmented picture, while a view of it is shown. */
  readonly segmented: LayerPicture | null;
  readonly display: FindingsDisplay;
}

/**
 * What can be pointed at: all that the segmented picture shows while it is seen, else the findings drawn. The
 * label map tells which; colors only of types that it does not hold, and of results without one
 * (specification, section 9).
 */
export function hoverSource({ manifest, findings, segmented, display }: Pointed): HoverSource | null {
  const { state, shown } = display;
  const found = state.status === 'ready' ? state.found : null;
  if (segmented) return { ...sizeOf(segmented), typeAt: segmentedAt(segmented, found, manifest), findings };
  if (!found || shown.size === 0) return null;
  const drawnAt: HoverSource['typeAt'] = (point) => {
    const type = typeAt(found, point);
    return type && shown.has(type.id) ? type : null;
  };
  return { ...sizeOf(found.labels), typeAt: drawnAt, findings };
}

const sizeOf = ({ width, height }: { width: number; height: number }) => ({ width, height });

function segmentedAt(
  segmented: LayerPicture,
  found: FindingMarks | null,
  manifest: ModuleManifest,
): HoverSource['typeAt'] {
  if (!found) return (point) => findingAt(segmented, point, manifest.findingTypes);
  const { labels } = found;
  const inLabels = new Set(markedTypes(manifest).map(({ id }) => id));
  const byColor = manifest.findingTypes.filter(({ id }) => !inLabels.has(id));
  const scale = { x: labels.width / segmented.width, y: labels.height / segmented.height };
  return (point) =>
    findingAt(segmented, point, byColor) ?? typeAt(found, { x: point.x * scale.x, y: point.y * scale.y });
}
