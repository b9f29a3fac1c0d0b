import type { AnalysisId } from '@second-read/core/analysis/manifest';
import { captureNote } from '@second-read/core/report/capture-note';
import { z } from 'zod';
import type { Sealed } from './seal.ts';

/**
 * `refused`: the server will not read it, or there is no trial left; sending it again is the user's to ask.
 */
export type KeptState = 'waiting' | 'sending' | 'sent' | 'refused';

/** What stands beside a picture and is sealed like it. */
export const keptFacts = z.object({
  patientId: z.string(),
  isGenerated: z.boolean(),
  /** Taken in the live view. */
  isLive: z.boolean(),
  fileName: z.string(),
  fileType: z.string(),
  capture: captureNote.optional(),
});
export type KeptFacts = z.infer<typeof keptFacts>;

/** A row of the browser's database. Nothing in it names a patient or shows a picture. */
export interface KeptRow {
  /** Also the key that it is sent with: the server reads and charges it once, however often it comes. */
  readonly id: string;
  readonly account: string;
  readonly module: AnalysisId;
  /** Milliseconds since 1970. */
  readonly keptAt: number;
  /** Size of the file. */
  readonly size: number;
  readonly state: KeptState;
  /** Why it was refused. */
  readonly reason: string | null;
  /** Once it was sent. */
  readonly reportId: string | null;
  readonly facts: Sealed;
}

/** The picture of a row, by itself: lists are read without it. Gone once it was sent. */
export interface KeptFile extends Sealed {
  readonly id: string;
}

/** A row that could be opened. */
export interface KeptPicture extends Omit<KeptRow, 'facts'> {
  readonly facts: KeptFacts;
}

/** A shift's pictures of a phone, and no more: a browser may be lost. */
export const keptLimits = { pictures: 24, bytes: 160 * 1024 * 1024, hours: 72 } as const;

/** Why no more can be kept; null where there is room. */
export function whyFull(kept: readonly Pick<KeptRow, 'size' | 'state'>[], size: number): string | null {
  const waiting = kept.filter(({ state }) => state !== 'sent');
  if (waiting.length >= keptLimits.pictures)
    return `${keptLimits.pictures} pictures are waiting already. Send or remove some first.`;
  const bytes = waiting.reduce((sum, each) => sum + each.size, size);
  return bytes > keptLimits.bytes
    ? 'The waiting pictures take too much room. Send or remove some first.'
    : null;
}

/** Old ones are removed, sent or not. */
export function isExpired({ keptAt }: Pick<KeptRow, 'keptAt'>, now: number): boolean {
  return now - keptAt > keptLimits.hours * 3_600_000;
}
