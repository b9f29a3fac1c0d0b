import { createHash } from 'node:crypto';
import type { ReportDocument, ReportFinding } from '@second-read/core/report/document';
import type { Urgency } from '@second-read/core/report/urgency';

/**
 * All of a value in 16 letters: where it differs the lines beside it say in what, or the export itself does.
 */
export function digest(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** What screen and PDF draw of a report, one line for each thing that is said. */
export function documentLines(document: ReportDocument, inHistory = document): string[] {
  const { findings, table, assessment, diagnosis, images } = document;
  const { category } = assessment ?? {};
  return [
    `images: ${images.map(({ role }) => role).join(' ')}`,
    ...findings.flatMap(findingLines),
    ...(table ? table.rows.map(([label, value]) => `${label}: ${value}`) : []),
    ...(category
      ? [
          `${category.label} (${category.value}, ${category.severity}): ${category.words}. ${category.management}`,
        ]
      : []),
    ...(diagnosis ? [`${diagnosis.heading}: ${diagnosis.text}`] : []),
    ...(assessment?.comments ?? []).map((text) => `comment: ${text}`),
    ...(assessment?.trace ?? []).map((text) => `trace: ${text}`),
    `document ${shownDigest(document)}, in history ${shownDigest(inHistory)}`,
  ];
}

/** Of what is drawn: descriptors of details, findings of rows and states in codes are not. */
function shownDigest(document: ReportDocument): string {
  const drawn = (key: string, value: unknown) => {
    if (key === 'rows') return (value as readonly unknown[][]).map(([label, words]) => [label, words]);
    if (key === 'descriptor' || key === 'isAssessed') return undefined;
    const isPlain = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isPlain ? Object.fromEntries(Object.entries(value).toSorted()) : value;
  };
  return digest(JSON.stringify(document, drawn));
}

function findingLines(finding: ReportFinding): string[] {
  const { label, found, confidence, confidenceNote, details, places, note } = finding;
  const said = [found ? 'found' : 'not found', confidence, confidenceNote, note];
  return [
    `${label}: ${said.filter((part) => part !== undefined && part !== null).join(' | ')}`,
    ...details.map((detail) => `  ${detail.label}: ${detail.value}`),
    ...(places ?? []).map(({ number, x, y }) => `  place ${number}: ${x} ${y}`),
  ];
}

export function urgencyLine({ value, level, words }: Urgency): string {
  return `urgency ${value} ${level}: ${words}`;
}
