import type { StoredReading } from '@second-read/analyses/stored-reading';
import type { ReportImages, reports } from '../../platform/database/schema.ts';
import type { PictureExam } from '../patients/index.ts';
import type { CurrentVersion } from '../reviews/index.ts';

export type ReportRow = typeof reports.$inferSelect;

/**
 * A report, its patient ID opened, with the names of whoever had it made. `wire` and `reading` are of the
 * version in force.
 */
export interface StoredReport {
  readonly report: Omit<ReportRow, 'patientKey' | 'patientDigest' | 'searchTokens' | 'images' | 'reading'> & {
    readonly reading: StoredReading;
    /** Of a hidden result those alone that do not tell it; of an unreadable report none. */
    readonly images: Partial<ReportImages>;
  };
  /** What the file of its picture said of its exam. */
  readonly exam: PictureExam | undefined;
  readonly author: { readonly fullName: string; readonly username: string };
  /** The batch it was read in; null for a picture that was sent alone. */
  readonly batchId: string | null;
  /** Whether its picture was fetched from the archive. */
  readonly isFromPacs: boolean;
  /** As the machine made it. */
  readonly machine: Pick<StoredReport['report'], 'wire' | 'reading'>;
  /** Undefined until a clinician begins to review it. */
  readonly review: CurrentVersion | undefined;
  /** The caller reads first: its result was taken out. */
  readonly isHidden?: true;
  /** What is stored of it cannot be opened: lists show that it is there, and nothing of it. */
  readonly isUnreadable?: true;
}
