import type { WireFields } from '@second-read/core/analysis/report-module';
import { noHeader, type ReportFinding } from '@second-read/core/report/document';
import { type Urgency, urgencyOfFindings } from '@second-read/core/report/urgency';
import { toDocument } from './to-document.ts';
import { anyOpacity } from './words.ts';

/** The surest finding first. Both kinds of opacity stand as one: their one probability is that of any opacity. */
export function urgencyOf(wire: WireFields): Urgency {
  const document = toDocument(wire, noHeader);
  return urgencyOfFindings({ ...document, findings: withOneOpacity(document.findings) });
}

function withOneOpacity(findings: readonly ReportFinding[]): ReportFinding[] {
  const isOpacity = ({ confidenceNote }: ReportFinding) => confidenceNote === anyOpacity.note;
  const [first, second] = findings.filter(isOpacity);
  const others = findings.filter((finding) => !isOpacity(finding));
  if (first === undefined) return others;
  const { confidenceNote: _, ...opacity } = first;
  const label = second === undefined ? first.label : `${first.label} and ${second.label.toLowerCase()}`;
  return [...others, { ...opacity, label }];
}
