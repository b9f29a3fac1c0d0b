import type { ReportDocument, ReportImage } from '@second-read/core/report/document';
import { scaleBarOf } from './scale-bar.ts';

/** What a picture of the report shows, for who does not see it: the findings that are drawn in it. */
export function pictureWords({ findings, header }: ReportDocument, { role, label }: ReportImage): string {
  const shown = findings.filter(({ found }) => found).map((finding) => finding.label);
  const numbers = findings.flatMap(({ places = [] }) => places.map(({ number }) => number));
  const bar = header.widthMm === undefined ? null : scaleBarOf(header.widthMm);
  return [
    label,
    ...(role === 'original' ? [] : [shown.length > 0 ? `shows: ${shown.join(', ')}` : 'no finding drawn']),
    ...(role === 'segmented' && numbers.length > 0 ? [`numbered ${numbers.join(', ')} as in the list`] : []),
    ...(bar === null ? [] : [`scale bar of ${bar.words}`]),
  ].join('; ');
}
