import type { Detection } from '../report/detection.ts';
import type { ReportFinding, ReportHeader } from '../report/document.ts';
import { type Code, ownCode } from './code.ts';

/** What was asked of every finding: not the finding's absence, which no algorithm can promise. */
export const detectionConcept = ownCode('DETECTION', 'Detection by the algorithm');

export const detectionCodes: Readonly<Record<Detection, Code>> = {
  detected: ownCode('DETECTED', 'Detected'),
  'not-detected': ownCode('NOT_DETECTED', 'Not detected'),
  'not-assessed': ownCode('NOT_ASSESSED', 'Not assessed'),
};

/** The measured confidence in percent. One that carries a note is shown, but was not measured. */
export function measuredConfidence({ confidence, confidenceNote }: ReportFinding): number | undefined {
  return confidence === null || confidenceNote !== undefined ? undefined : confidence;
}

/** What a finding says beyond being found, one sentence each, without what is coded elsewhere. */
export function findingSentences(finding: ReportFinding): string[] {
  return [
    ...finding.details.map(({ label, value }) => `${label}: ${value}`),
    ...(finding.note === undefined ? [] : [finding.note]),
  ];
}

/** Which picture of a larger whole the report is of; undefined where there was only one. */
export function partSentence({ part }: ReportHeader): string | undefined {
  return part === undefined ? undefined : `${part} was read.`;
}
