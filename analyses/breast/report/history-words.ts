import type { ReportDocument, ReportFinding } from '@second-read/core/report/document';
import { breastDensities } from './words.ts';

/** The history words the density labels differently (specification, section 3): by the letters of the ACR. */
const historyDensities: Readonly<Record<number, string>> = {
  1: 'ACR a: almost entirely fatty',
  2: 'ACR b: scattered fibroglandular tissue',
  3: 'ACR c: heterogeneously dense',
  4: 'ACR d: extremely dense',
};

const inHistory = new Map(
  Object.entries(breastDensities).map(([value, words]) => [words, historyDensities[Number(value)] ?? words]),
);

/** A report as the history shows it. */
export function inHistoryWords(document: ReportDocument): ReportDocument {
  return { ...document, findings: document.findings.map(reworded) };
}

function reworded(finding: ReportFinding): ReportFinding {
  if (finding.type !== 'breast tissue') return finding;
  const details = finding.details.map((detail) => ({
    ...detail,
    value: inHistory.get(detail.value) ?? detail.value,
  }));
  return { ...finding, details };
}
