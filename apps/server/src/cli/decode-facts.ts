import type { DicomFacts, DicomFrame } from '@second-read/core/decode/dicom/frame/read-frame';
import { valueStatistics } from './value-statistics.ts';

/** The fields of a line of facts.jsonl, behind its `file`. They are stable: other programs read them. */
export interface FactsLine {
  readonly status: 'completed' | 'failed';
  readonly reason?: string;
  readonly [field: string]: unknown;
}

/** A frame that was read: facts as the file states them, statistics over its stored values. */
export function frameFacts({ facts, frame }: Extract<DicomFrame, { ok: true }>): FactsLine {
  return { status: 'completed', ...statedFacts(facts), ...valueStatistics(frame.values) };
}

/** A file that gave no frame, with the facts that could be read all the same. */
export function failedFacts(read: { readonly problem: string; readonly facts?: DicomFacts }): FactsLine {
  return { status: 'failed', reason: read.problem, ...(read.facts ? statedFacts(read.facts) : {}) };
}

function statedFacts({ transferSyntax, modality, image, rescale, window, spacing }: DicomFacts) {
  return {
    transferSyntax,
    modality: modality ?? null,
    rows: image?.rows ?? null,
    columns: image?.columns ?? null,
    frames: image?.frames ?? null,
    bitsStored: image?.bitsStored ?? null,
    signed: image?.isSigned ?? null,
    photometric: image?.photometric ?? null,
    rescale: rescale ?? null,
    window: window ?? null,
    spacingMm: spacing === undefined ? null : { x: spacing.xMm, y: spacing.yMm, kind: spacing.kind },
  };
}
