import type { Box } from '@second-read/core/pixels/plane';
import type { PageFlow } from '../draw/page-flow.ts';

const pointsPerMm = 72 / 25.4;

/**
 * A picture as one figure with its words; `box`: where it is on paper, in millimeters from the top left.
 */
export function tagFigure(
  { pdf, tags }: PageFlow,
  { alt, box }: { alt: string; box: Box },
  draw: () => void,
): void {
  const pageHeight = pdf.internal.pageSize.getHeight();
  const corners = [box.x, pageHeight - box.y - box.height, box.x + box.width, pageHeight - box.y];
  const bounds = corners.map((mm) => (mm * pointsPerMm).toFixed(2)).join(' ');
  tags.tag('Figure', draw, { alt, attributes: `<</O /Layout /Placement /Block /BBox [${bounds}]>>` });
}
