import type { Analysis } from '@second-read/core/analysis/analysis';
import type { Finding } from '@second-read/core/analysis/finding';
import type { WireFields } from '@second-read/core/analysis/report-module';
import { line, linesOf, readReportText } from '@second-read/core/report/report-text';
import { impressionOf } from './impression.ts';

function confidence(finding: Finding | undefined): string | null {
  return finding?.confidence == null ? null : finding.confidence.toFixed(1);
}

function massLines(finding: Finding | undefined): string[] {
  const found = finding?.found === true;
  const at = finding?.attributes ?? {};
  return linesOf([
    ['mass', found],
    // 0 stands for "no mass to describe"; 1 to 3 are the words of the specification.
    ['mass_definition', found ? at.definition : 0],
    ['mass_density', found ? at.density : 0],
    ['mass_shape', found ? at.shape : 0],
    ['mass_calcification', found ? at.calcification : 0],
    ['mass_confidence', confidence(finding)],
    ['mass_count', at.count],
    ['mass_size_mm', at.sizeMm],
    ['mass_size_px', at.sizePx],
    ['mass_size_percent', at.sizePercent],
    ['mass_probability', at.malignancyPercent],
    ['mass_location', at.location],
    ['mass_places', at.places],
  ]);
}

function otherLines(findings: ReadonlyMap<string, Finding>): string[] {
  const axilla = findings.get('axilla');
  const calcification = findings.get('calcification');
  const tissue = findings.get('breast tissue');
  return linesOf([
    ['axilla_findings', axilla?.found === true],
    ['axilla_confidence', confidence(axilla)],
    ['axilla_assessable', axilla?.attributes.assessable],
    ['axilla_fatty_hillum', axilla?.found === true ? axilla.attributes.fattyHilum : null],
    ['calcification', calcification?.found === true],
    ['calcification_confidence', confidence(calcification)],
    ['calcification_clusters', calcification?.attributes.clusters],
    ['calcification_spots', calcification?.attributes.spots],
    ['acr_breast_density', tissue?.attributes.density],
    ['breast_density_confidence', confidence(tissue)],
    ['percent_density', tissue?.attributes.percentDensity],
  ]);
}

/** What is stored and sent: `report_text` alone; links, ids and dates are the server's. */
export function toWire(analysis: Analysis): WireFields {
  const findings = new Map(analysis.findings.map((finding) => [finding.type, finding]));
  const trace = analysis.trace.map((text) => line('trace', text));
  const measured = [...categoryLines(analysis), ...massLines(findings.get('mass')), ...otherLines(findings)];
  return {
    report_text: [
      ...measured,
      line('impression', impressionOf(readReportText([...measured, ...trace]))),
      ...analysis.comments.map((text) => line('comment', text)),
      ...trace,
    ],
  };
}

/** Category 0 is never stored as one: what is incomplete says so in words. */
function categoryLines({ scores: { birads, malignant, marks_below } }: Analysis): string[] {
  const score = typeof malignant === 'number' ? [line('malignancy_score', (100 * malignant).toFixed(1))] : [];
  if (typeof birads !== 'number') return score;
  const below = typeof marks_below === 'number' ? [line('marks_below', marks_below)] : [];
  return [birads === 0 ? line('assessment', 'incomplete') : line('birads_cat', birads), ...score, ...below];
}
