import type { Analysis } from '@second-read/core/analysis/analysis';
import type { Finding } from '@second-read/core/analysis/finding';
import type { WireFields } from '@second-read/core/analysis/report-module';
import { line, linesOf, readReportText } from '@second-read/core/report/report-text';
import { impressionOf } from './impression.ts';

function confidence(finding: Finding | undefined): string | null {
  return finding?.confidence == null ? null : finding.confidence.toFixed(1);
}

function noduleLines(finding: Finding | undefined): string[] {
  const at = finding?.found === true ? finding.attributes : {};
  return linesOf([
    ['nodule', finding?.found === true],
    ['nodule_assessed', finding?.attributes.assessed === false ? false : null],
    ['nodule_kind', finding?.attributes.kind],
    ['nodule_confidence', confidence(finding)],
    ['nodule_count', finding?.found === true ? at.count : 0],
    ['nodule_size', at.size],
    ['nodule_type', at.type],
    ['region_affected', at.region],
    ['volume', at.volume],
    ['lung_rads_size', at.lungRadsSize],
  ]);
}

function opacityLines(findings: ReadonlyMap<string, Finding>): string[] {
  const glass = findings.get('ground-glass');
  const consolidation = findings.get('consolidation');
  const assessed = glass?.attributes.assessed !== false;
  const found = glass?.found === true || consolidation?.found === true;
  return linesOf([
    ['opacity', found],
    ['opacity_assessed', assessed ? null : false],
    ['opacity_confidence', confidence(found && glass?.found !== true ? consolidation : glass)],
    ['opacity_share', glass?.attributes.opacityPercent],
    ['opacity_share_left', glass?.attributes.leftPercent],
    ['opacity_share_right', glass?.attributes.rightPercent],
    ['ground_glass', glass?.found === true],
    ['ground_glass_share', glass?.attributes.percent],
    ['consolidation', consolidation?.found === true],
    ['consolidation_share', consolidation?.attributes.percent],
  ]);
}

/** What is stored and sent: `report_text` in the breast shape; links, ids and dates are the server's. */
export function toWire(analysis: Analysis): WireFields {
  const findings = new Map(analysis.findings.map((finding) => [finding.type, finding]));
  const measured = [...noduleLines(findings.get('nodule')), ...opacityLines(findings)];
  return {
    report_text: [
      ...measured,
      line('impression', impressionOf(readReportText(measured))),
      ...analysis.comments.map((text) => line('comment', text)),
      ...analysis.trace.map((text) => line('trace', text)),
    ],
  };
}
