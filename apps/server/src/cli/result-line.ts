import type { ReadOutcome, Timings } from '../platform/compute/compute.ts';
import { reportText } from './report-lines.ts';

/** Paths below the output folder. */
export interface MapPaths {
  readonly labels: string;
  readonly extra: Readonly<Record<string, string>>;
}

/** One line of results.jsonl. Its fields are stable: other programs read them. */
export function resultLine(file: string, outcome: ReadOutcome, paths: MapPaths | undefined): string {
  return JSON.stringify({ file, ...fieldsOf(outcome, paths) });
}

/** The line of a file whose reading itself broke down. */
export function brokenLine(file: string, reason: string, message: string): string {
  return JSON.stringify({ file, status: 'failed', reason, message });
}

function fieldsOf(outcome: ReadOutcome, paths: MapPaths | undefined): Record<string, unknown> {
  const { status } = outcome;
  const timings_ms = rounded(outcome.timingsMs);
  if (outcome.status === 'failed') {
    return { status, reason: outcome.reason, message: outcome.message, timings_ms };
  }
  if (outcome.status === 'refused') {
    const { reason, message, scores } = outcome;
    return { status, reason, message, scores, timings_ms };
  }
  return {
    ...paths?.extra,
    status,
    report_text: reportText(outcome.wire),
    reading: outcome.reading,
    scores: outcome.scores,
    candidates: outcome.candidates.map(({ type, x, y, width, height, score }) => ({
      type,
      x,
      y,
      width,
      height,
      score,
    })),
    labels: paths?.labels,
    legend: outcome.legend,
    timings_ms,
  };
}

function rounded({ decode, gate, analyse, encode, total }: Timings): Timings {
  const tenth = (ms: number) => Math.round(ms * 10) / 10;
  return {
    decode: tenth(decode),
    gate: tenth(gate),
    analyse: tenth(analyse),
    encode: tenth(encode),
    total: tenth(total),
  };
}
