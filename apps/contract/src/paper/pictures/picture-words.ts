import type { KeyReportImage, ReportDocument, ReportImage } from '@second-read/core/report/document';
import { scaleBarOf } from './scale-bar.ts';

/** What a picture of the report shows, for who does not see it: the findings that are drawn in it. */
export function pictureWords(document: ReportDocument, image: ReportImage | KeyReportImage): string {
  const { findings } = document;
  const { role, label } = image;
  const widthMm = widthOf(image, document);
  const shown = findings.filter(({ found }) => found).map((finding) => finding.label);
  const numbers = findings.flatMap(({ places = [] }) => places.map(({ number }) => number));
  const bar = widthMm === null ? null : scaleBarOf(widthMm);
  const isBare = role === 'original' || role.startsWith('key ');
  return [
    label,
    ...(isBare ? [] : [shown.length > 0 ? `shows: ${shown.join(', ')}` : 'no finding drawn']),
    ...(role === 'segmented' && numbers.length > 0 ? [`numbered ${numbers.join(', ')} as in the list`] : []),
    ...(bar === null ? [] : [`scale bar of ${bar.words}`]),
  ].join('; ');
}

/** How much of the body the width of a picture spans; null where that is not known. */
export function widthOf(image: ReportImage | KeyReportImage, { header }: ReportDocument): number | null {
  return 'widthMm' in image ? image.widthMm : (header.widthMm ?? null);
}
